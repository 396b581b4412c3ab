"""Stalingrad: Inferno on the Volga."""
