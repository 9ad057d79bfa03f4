"""The table on other devices: seats ask, the host acts through `play` and tells each seat what it may see.

A seat is a phone, tablet or program at which someone sits. This room has no widgets. Nothing here is imported before a
table is opened or joined.
"""
