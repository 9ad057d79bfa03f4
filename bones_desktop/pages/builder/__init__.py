"""The Build page: one or two modules for each tab, and parts that the tabs share.

The tabs edit the open character through `builderedits` and import no other page.
"""
