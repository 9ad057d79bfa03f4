"""The commands that need no window.

They use rules, storage and wording, and printing only where a command prints; `names` is all that a start of the
window reads of them.
"""
