"""Fights for the odds, and the combat calculator."""
