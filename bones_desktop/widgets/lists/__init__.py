"""What lists and tables share: their model, how they take keys, and the ground of a row."""
