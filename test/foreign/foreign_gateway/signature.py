"""The signature of a payload: HMAC-SHA-256 over its flattened, sorted, lower-cased parameters."""

from __future__ import annotations

import base64
import hashlib
import hmac
from typing import Any, Iterator

HEADER = "Signature"


def number_text(value: int | float) -> str:
    """A JSON number the way an ECMAScript engine prints it: 10.0 is `10`, 10.50 is `10.5`."""
    if isinstance(value, int):
        return str(value)
    if value.is_integer() and abs(value) < 1e21:
        return str(int(value))
    return repr(value)


def leaves(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every leaf with its path. An empty object or array has no leaf and therefore no part in the signature."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from leaves(inner, f"{path}.{key}" if path else str(key))
    elif isinstance(value, (list, tuple)):
        for index, inner in enumerate(value):
            yield from leaves(inner, f"{path}[{index}]")
    elif value is None:
        yield path, ""
    elif isinstance(value, bool):
        yield path, "true" if value else "false"
    elif isinstance(value, (int, float)):
        yield path, number_text(value)
    else:
        yield path, str(value)


def canonical(payload: Any) -> str:
    pairs = sorted(leaves(payload), key=lambda pair: pair[0].encode("utf-16-be"))
    return "&".join(f"{key}={value}" for key, value in pairs).lower()


def sign(payload: Any, secret: str) -> str:
    digest = hmac.new(secret.encode(), canonical(payload).encode(), hashlib.sha256).digest()
    return base64.b64encode(digest).decode()


def verify(payload: Any, secret: str, signature: str | None) -> bool:
    if not signature:
        return False
    return hmac.compare_digest(sign(payload, secret).encode(), signature.strip().encode())
