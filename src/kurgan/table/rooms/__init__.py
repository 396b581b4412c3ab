"""Open games: one room each, who sits and listens there, and what the bots do in it."""
