"""Small widgets that show values: they know no document and no panel.

Here lie those that all rooms use: rows of lists, boxes, cards. Of storage they know values of the
shelf and the log; only the look at the shelf reads files, beside the window.
"""
