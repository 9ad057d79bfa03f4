"""The odds of a fight between two: who fights how, and how it will end."""
