"""The Campaign page, the players' view, and earlier versions of a campaign.

It joins the campaign panel and the campaign document; of the window it may use the shell alone.
"""
