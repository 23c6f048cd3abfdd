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


def passes_luhn(number: str) -> bool:
    digits = [int(digit) for digit in reversed(number)]
    return sum(digits[0::2]) % 10 == -sum(sum(divmod(2 * digit, 10)) for digit in digits[1::2]) % 10


def mask_when_card_number(found: re.Match[str]) -> str:
    return mask_card_number(found.group()) if passes_luhn(found.group()) else found.group()


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
        return re.sub(r"(?<![\w-])\d{12,19}(?![\w-])", mask_when_card_number, value)
    return value


def without_digits(raw: bytes, limit: int = 240) -> str:
    """Bytes nobody could parse: their shape helps, their digits may be a card's and a header may be a credential."""
    text = re.sub(r"(?i)(authorization:)[^\r\n]*", r"\1 ***", raw.decode("latin-1"))
    return re.sub(r"\d", "#", text[:limit].encode("unicode_escape").decode())
