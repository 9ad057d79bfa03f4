"""Makes pages from a sheet or a diary. The same painter draws the pages for screen, printer and PDF.

The input of a page is a value of the rules, never a widget. This package may use portraits, small widgets for its
dialogs, theme, wording, storage and rules, but no page of the window.
"""
