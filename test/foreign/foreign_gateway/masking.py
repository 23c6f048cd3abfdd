"""What may be shown of a request: never a card number, never a security code, never a credential."""

from __future__ import annotations

import re
from typing import Any

CARD_NUMBER_NAMES = {"cardnumber", "pan", "number"}
SECURITY_CODE_NAMES = {"cvv2", "cvv", "cvc", "cvc2", "securitycode"}


def mask_card_number(number: str) -> str:
    """First six, last four; anything too short for that shows nothing."""
    if len(number) < 12:
        return "*" * len(number)
    return number[:6] + "*" * (len(number) - 10) + number[-4:]


def masked(value: Any, name: str = "") -> Any:
    plain = name.replace("_", "").lower()
    if isinstance(value, dict):
        return {key: masked(inner, str(key)) for key, inner in value.items()}
    if isinstance(value, list):
        return [masked(inner, name) for inner in value]
    if plain in SECURITY_CODE_NAMES:
        return None if value is None else "***"
    if plain in CARD_NUMBER_NAMES:
        return None if value is None else mask_card_number(str(value))
    if isinstance(value, str):
        return re.sub(r"(?<![\w-])\d{12,19}(?![\w-])", lambda m: mask_card_number(m.group()), value)
    return value


def without_digits(raw: bytes, limit: int = 160) -> str:
    """Bytes nobody could parse: their shape helps, their digits may be a card's."""
    return re.sub(r"\d", "#", raw[:limit].decode("latin-1").encode("unicode_escape").decode())
