"""Texts on the screen and in fields: labels, tips, text fields, banners, toasts.

The lowest room of widgets. It uses no other room.
"""
