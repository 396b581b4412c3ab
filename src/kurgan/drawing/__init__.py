"""The drawn board: from a pack's face and a scene to one SVG text. No server, nothing outside the standard library."""
