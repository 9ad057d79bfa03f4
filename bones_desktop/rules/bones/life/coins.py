"""Coins: what they went to, and where they came from but for income (OFF-9).

`today` is always a day as 2026-11-21, "" for an unknown one.

Codes refused: coins-from-to (least, most), coins-too-few (n, have), coin-ledger-full (most).
"""

from typing import Final

from bones_desktop.rules.bones.book.character import Character
from bones_desktop.rules.bones.book.playstate import CoinEntry
from bones_desktop.rules.bones.book.texts import fit_line
from bones_desktop.rules.bones.life.seasonassets import season_now
from bones_desktop.rules.reasons import refuse

MOST_COINS: Final = 1_000_000_000
MOST_ENTRIES: Final = 5_000


def spend_coins(character: Character, coins: int, note: str, today: str) -> Character:
    """Return the character with coins fewer and a line of what they went to; refused for more than there are."""
    _require_coins(coins)
    if coins > character.coins:
        raise refuse("coins-too-few", "OFF-9", n=coins, have=character.coins)
    return with_coins(_with_coin_entry(character, -coins, note, today), -coins)


def come_by_coins(character: Character, coins: int, note: str, today: str) -> Character:
    """Return the character with coins more that no income action earned, and a line of where they came from."""
    _require_coins(coins)
    return with_coins(_with_coin_entry(character, coins, note, today), coins)


def with_coins(character: Character, by: int) -> Character:
    """Return the character with `by` coins more, or fewer when negative, without a line."""
    coins = character.coins + by
    if coins > MOST_COINS:
        raise refuse("coins-from-to", "OFF-9", least=0, most=MOST_COINS)
    return character.with_(coins=coins)


def _require_coins(coins: int) -> None:
    if not 1 <= coins <= MOST_COINS:
        raise refuse("coins-from-to", "OFF-9", least=1, most=MOST_COINS)


def _with_coin_entry(character: Character, by: int, note: str, today: str) -> Character:
    if len(character.coin_ledger) >= MOST_ENTRIES:
        raise refuse("coin-ledger-full", "", most=MOST_ENTRIES)
    entry = CoinEntry(season=season_now(character), by=by, note=fit_line(note), on=today)
    return character.with_(coin_ledger=(*character.coin_ledger, entry))
