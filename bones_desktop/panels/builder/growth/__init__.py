"""The Growth tab: finishing, sessions, icons earned, the ledger.

It asks for steps by signals and uses no other tab.
"""
