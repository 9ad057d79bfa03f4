"""Charts and tables of chances.

They show values and do not import documents. Of the other packages of widgets they use only `text`.
"""
