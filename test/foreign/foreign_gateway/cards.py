"""Cards: what a number is checked for, what a card does, and what is kept of it (never its number)."""

from __future__ import annotations

import secrets
import uuid
from dataclasses import dataclass, field

from .masking import mask_card_number, passes_luhn

CHALLENGE = "challenge"
OUTCOME_BY_NUMBER = {
    "4000000000003220": CHALLENGE,
    "4000008400001629": "challengeDeclined",
    "4000008400001280": "challengeError",
    "4000000000000002": "declined",
    "4000000000009995": "funds",
}
OUTCOME_BY_HOLDER = {"DECLINED": "declined", "CARD_EXPIRED": "expired", "ERROR": "error", "UNKNOWN": "unknown"}


def scheme_of(number: str) -> str:
    if number[0] == "4":
        return "VISA"
    if number[:2] in ("34", "37"):
        return "AMEX"
    if "51" <= number[:2] <= "55" or "2221" <= number[:4] <= "2720":
        return "MASTERCARD"
    return "OTHER"


@dataclass
class Card:
    masked_number: str
    scheme: str
    holder: str
    month: str
    year: str
    does: str
    account: str = ""
    country: str = "MLT"

    @staticmethod
    def of(number: str, holder: str, month: str, year: str, account: str = "") -> "Card":
        does = OUTCOME_BY_HOLDER.get(holder) or OUTCOME_BY_NUMBER.get(number, "approved")
        return Card(mask_card_number(number), scheme_of(number), holder, month, year, does, account)


def bad_number(number: str) -> bool:
    return not (number.isascii() and number.isdigit() and 12 <= len(number) <= 19 and passes_luhn(number))


@dataclass
class Vault:
    cards: dict[str, Card] = field(default_factory=dict)

    def store(self, card: Card) -> str:
        """A fresh random token each time, so two tokens of one card tell nothing of each other."""
        token = str(uuid.UUID(bytes=secrets.token_bytes(16), version=4))
        self.cards[token] = card
        return token

    def find(self, token: str | None) -> Card | None:
        return self.cards.get(token or "")

    def delete(self, token: str | None) -> bool:
        return self.cards.pop(token or "", None) is not None
