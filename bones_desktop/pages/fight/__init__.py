"""The parts of the Fight page: who fights, what each declares, and what the round comes to."""
