"""The rules of all games as pure, typed functions: they take immutable values and return new ones or raise RulesError.

Modules here are shared by all games: dice, chances, readings, reasons and values of files. Each game has a package of
its own, and no game imports another. Nothing here uses the disk, the clock, the console, the environment, randomness of
its own, Qt or pydantic.
"""
