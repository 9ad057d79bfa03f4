"""Charts and tables of chances.

They show values and know no document; of the other rooms they use texts.
"""
