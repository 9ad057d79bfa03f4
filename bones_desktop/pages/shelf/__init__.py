"""The Shelf page, and what is done with files of characters: new, open, import, versions.

Of the window it may use the shell alone.
"""
