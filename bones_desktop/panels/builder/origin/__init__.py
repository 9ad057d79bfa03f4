"""The Origin tab: what the starting dice are made from.

It uses no other tab.
"""
