"""The rules of all games as pure, typed functions: they take immutable values and return new ones or raise RulesError.

The modules here are shared by all games: dice, chances, readings, reasons and values of files. Each game has its own
package, and no game imports another. The rules use no disk, clock, console, environment, Qt or pydantic, and no
randomness except a given source.
"""
