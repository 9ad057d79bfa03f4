"""The Basics: dice pools in which ones and sixes succeed and sixes are re-rolled, black dice, and Health in pips."""
