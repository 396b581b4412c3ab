"""The same table as plain lines: the game in a terminal, for a person, a pipe or a screen reader."""
