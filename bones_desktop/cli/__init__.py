"""Commands that run without a window.

They use rules, storage and wording, and printing only in commands that print. When the program starts with a window, it
imports only `names` from here.
"""
