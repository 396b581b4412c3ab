"""What bots know of the title: features, plans, habits."""
