"""Texts on the screen and in fields: labels, tooltips, text fields, banners, toasts.

This is the lowest package of widgets; it uses no other package of widgets.
"""
