"""Engine of the table: the dice of an evening, the rolls in the log, and the acts that rolls leave pending.

An evening is one sitting at the table. All its dice are drawn from one sealed seed.

This package has no widgets. It imports only QtCore of Qt, and no panel or window. Each game has a folder here.
"""
