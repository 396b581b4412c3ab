"""Tournaments: who meets whom, what the table of results says, and who may do what."""
