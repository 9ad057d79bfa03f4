"""The dice tray: shows rolls as dice that fly, settle and get marks for their results.

It knows no game and no play, only dice and the roles of `rules.reading`.
"""
