"""Charts and tables of chances.

They show values and do not import documents. They use the packages for lists and texts.
"""
