"""The dice tray: throws shown as dice that fly, settle and are marked with what they did.

It knows no game and no play, only dice and roles of `rules.reading`.
"""
