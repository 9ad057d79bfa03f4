"""Making a character and letting it grow: origins, edits, problems, improvement, the sheet.

Built on the rooms below it; fights and seasons are above.
"""
