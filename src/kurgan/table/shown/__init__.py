"""What somebody is shown of a game: the table of a seat, luck, the story, the clocks."""
