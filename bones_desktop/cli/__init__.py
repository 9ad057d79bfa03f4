"""Commands that run without a window.

They use rules, storage and wording, and printing only in commands that print. A start of the window imports only
`names`.
"""
