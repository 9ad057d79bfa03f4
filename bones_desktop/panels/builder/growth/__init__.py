"""The Growth tab: finishing, sessions, icons earned, the ledger."""
