"""A game being played: seats, committed dice, the record, undo, standing orders, the store.

Knows the kernel's Game protocol and no title. ``Session`` is what the table, the terminal and the lab use.
"""
