"""What all titles share: the vocabulary, the flow of a rulebook, chance, sums, charts, maps and notation.

Imports the standard library only. Read ``protocol`` first, then ``flow``.
"""
