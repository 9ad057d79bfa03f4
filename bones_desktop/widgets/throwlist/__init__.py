"""The log of rolls as a list: model, painting and copying.

It shows log entries and does not open the log. It may use the packages for dice, charts and texts.
"""
