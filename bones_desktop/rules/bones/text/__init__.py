"""Dice and stat blocks as text, and back (CAST-3). Built on the book alone."""
