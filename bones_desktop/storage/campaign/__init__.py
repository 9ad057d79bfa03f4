"""Campaign files: reading, writing, their folder and their undo history."""
