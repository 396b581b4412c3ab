"""What the table and the terminal show: scene, map in text, prompts."""
