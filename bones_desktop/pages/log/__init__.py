"""The Log page: every line of the log, and the fairness of the dice.

It reads and annotates the log, but neither rolls dice nor edits characters.
"""
