"""Story Bones: phrases to burn, Traits that give Odds without a roll, and dice whose odd numbers count."""
