"""Lessons and reviews, kept for whoever looks at them."""
