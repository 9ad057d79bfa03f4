"""The dice tray: shows rolls as dice that fly, come to rest and get marks for their results.

It uses dice and the roles of `rules.reading` but no particular game.
"""
