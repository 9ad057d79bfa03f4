"""Small widgets that show values. They know no document and no page.

This folder itself holds widgets for every room: rows of lists, boxes, cards. From storage, widgets know only values of
the shelf and the log. Only the preview of the shelf reads files, on another thread.
"""
