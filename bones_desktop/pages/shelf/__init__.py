"""The Shelf page, and actions on files of characters: new, open, import, versions.

Of the window, it may import only the shell.
"""
