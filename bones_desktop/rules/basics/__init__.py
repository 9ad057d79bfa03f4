"""The Basics: pools whose ones and sixes succeed, sixes thrown again, black dice against them, and Health in pips."""
