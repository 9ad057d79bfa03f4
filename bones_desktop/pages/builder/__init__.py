"""The Build page: one module or two for each tab, and what the tabs share.

The tabs edit the open character through `builderedits` and know no other panel.
"""
