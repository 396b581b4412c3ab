"""People, seats, accounts, channels, clocks and invitations as rows of a database."""
