"""The games, pure and typed: immutable values in, new ones or a RulesError out.

What every game shares lies here: dice, chances, readings, reasons, values of files. Each game has a room of its own;
games know nothing of one another. No disk, clock, console, environment or randomness of its own; no Qt, no pydantic.
"""
