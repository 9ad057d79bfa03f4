"""The Dice tab: nets, icons, why, and the chances below.

Of the other tabs it uses only `originchanger`.
"""
