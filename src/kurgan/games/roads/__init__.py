"""Stalingrad Roads."""
