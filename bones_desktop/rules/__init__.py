"""The games, pure and typed: immutable values in, new ones or a RulesError out.

Modules here are shared by all games: dice, chances, readings, reasons and values of files. Each game has a package of
its own, and no game imports another. Nothing here uses the disk, the clock, the console, the environment, randomness of
its own, Qt or pydantic.
"""
