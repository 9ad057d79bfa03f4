"""Functions for making a character and for its growth: origins, edits, problems, improvement, the sheet.

This package imports the lower packages. The packages fight and life are higher.
"""
