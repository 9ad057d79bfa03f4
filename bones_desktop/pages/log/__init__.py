"""The Log page: every line of the log, and whether the dice were fair.

It reads and annotates the log, and knows neither document nor play.
"""
