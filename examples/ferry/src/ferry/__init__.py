"""The Last Ferry: four boats, three kinds of cargo, ten nights. A small title of its own for Kurgan."""
