"""Tasks: requests for a throw, its meaning die by die, its exact odds, and its harm.

Built on book, text and injury.
"""
