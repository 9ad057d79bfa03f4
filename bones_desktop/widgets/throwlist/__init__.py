"""The log of throws as a list: its model, how a line is painted, and how it is copied."""
