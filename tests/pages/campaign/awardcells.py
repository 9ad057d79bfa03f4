"""The cells of the board of awards."""

from bones_desktop.pages.campaign.awardboard import AwardTable
from bones_desktop.pages.campaign.sessionstab import SessionsTab


def cell(tab: SessionsTab, member: str, reason: str) -> AwardTable:
    """Bring the keys to the cell of a member and a reason, and return the board."""
    table = tab.now_card.board.table
    row = [each.id for each in table.players].index(member)
    column = [each.id for each in table.rewards].index(reason) + 1
    table.setFocus()
    table.setCurrentIndex(table.awards.index(row, column))
    return table
