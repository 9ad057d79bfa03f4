"""Small widgets that show values: they know no document, no disk and no panel.

Here lie those that all rooms use: rows of lists, boxes, cards, the form of any act.
"""
