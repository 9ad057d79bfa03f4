"""Words on the screen and typed into it: labels, tips, fields, banners, toasts.

The bottom room of widgets: it uses no other room.
"""
