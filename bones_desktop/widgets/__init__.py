"""Small widgets that show values. They do not import documents or pages.

Modules directly in this package may be used by all packages below it: rows of lists, boxes, cards. From `storage`,
widgets use only the values of the shelf and the log. Only the preview of the shelf reads files; it does so on another
thread.
"""
