"""The Odds tab: every skill at every difficulty, and two builds side by side.

It shows odds, edits nothing and uses no other tab.
"""
