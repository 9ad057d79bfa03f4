"""The Campaign page: who plays, the calendar, the sessions, the house rules and the GM's notes.

It edits the campaign document and knows no other panel; members are values of the party.
"""
