"""Making a character and its growth: origins, edits, problems, improvement, the sheet.

Built on the rooms below it; fights and seasons are above.
"""
