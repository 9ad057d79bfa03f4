"""Tasks: requests for a roll, the meaning of the roll die by die, its exact odds, and the harm it does.

The package imports the packages book, text and injury.
"""
