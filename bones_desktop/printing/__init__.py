"""Pages laid out from a sheet or a diary, drawn by one painter for screen, printer and PDF.

Its input is a value of the rules, never a widget; it uses portraits, small widgets for its dialogs, theme, wording,
storage and rules, and no panel.
"""
