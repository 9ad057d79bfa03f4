"""The user's own packs of house content: kept, shown and edited.

It knows no open character; of the window it may use the shell alone.
"""
