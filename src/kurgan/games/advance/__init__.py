"""Stalingrad: Advance to the Volga, 1942."""
