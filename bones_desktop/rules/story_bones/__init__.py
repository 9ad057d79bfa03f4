"""Story Bones: phrases that can be burnt, Traits that give Odds without a roll, and dice whose odd numbers count."""
