"""What the pages are made of, one folder a panel: a panel shows values of the document or the play, and sends edits.

A panel may use widgets, theme, wording and what lies below; it knows no other panel and not the window.
"""
