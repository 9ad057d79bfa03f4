"""Pages made from a sheet or a diary, drawn by one painter for screen, printer and PDF.

The input is a value of the rules, never a widget. This package may use portraits, small widgets for its dialogs, theme,
wording, storage and rules, but no page.
"""
