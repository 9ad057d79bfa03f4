"""Charts and tables of chances.

They show values and do not import documents. They use the package for texts and the modules directly in `widgets`.
"""
