"""Small widgets that show values. They do not import documents or pages.

All packages inside this package may use the modules directly in it: rows of lists, boxes, cards. From `storage`,
widgets use only the values of the shelf and the log. Only `choice.fighters` reads files, on another thread.
"""
