"""The Campaign page: who plays, the calendar, the sessions, the house rules and the GM's notes."""
