"""Who may see what, and positions imagined from it."""
