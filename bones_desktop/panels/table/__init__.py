"""Beside the tray: dice entered by hand, what a throw means with its reasons, and the last throws.

It shows values of the play and asks by signals; it knows neither the tray nor the document.
"""
