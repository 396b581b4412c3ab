"""A position: its columns, its invariants, its text form."""
