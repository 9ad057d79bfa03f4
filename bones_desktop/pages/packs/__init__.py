"""The user's own packs of house content: stored, shown and edited.

It knows no open character. Of the window, it may import only the shell.
"""
