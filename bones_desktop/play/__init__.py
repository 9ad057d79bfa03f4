"""Engine of the table: the dice of an evening, the rolls kept in the log, and the acts they leave pending.

This package has no widgets. It imports QtCore at most, no panel and no window. Each game has a folder in here.
"""
