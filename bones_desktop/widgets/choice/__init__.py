"""Choosing one of many: buttons with lists, popups, chips, and who may fight."""
