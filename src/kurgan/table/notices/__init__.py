"""Telling people who are away: by webhook and by mail."""
