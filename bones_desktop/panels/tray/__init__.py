"""The dice tray: throws shown as dice that fly, settle and are marked with what they did."""
