"""Tasks: requests for a roll, its meaning die by die, its exact odds, and the harm it does.

The package imports book, text and injury.
"""
