"""Charts and tables of chances.

They show values and know no document. Of the other rooms they use only texts.
"""
