"""The die-face editor: the page, and what its tabs share.

Each tab is a room of its own. They edit the open character through `builderedits` and know no other panel.
"""
