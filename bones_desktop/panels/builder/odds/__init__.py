"""The Odds tab: every skill at every difficulty, and two builds side by side."""
