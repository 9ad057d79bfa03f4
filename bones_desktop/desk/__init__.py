"""The window around the pages: its frame, rail, heading, actions, settings and keys.

The bottom room of the window: pages stand in it, and it knows none of them.
"""
