"""The Shelf page, and actions on character files: new, open, import, earlier versions.

Apart from the desk, these modules must not import other parts of the window.
"""
