"""Functions for making a character and for its growth: origins, edits, problems, improvement, the sheet.

It imports the packages below it; fight and life are above.
"""
