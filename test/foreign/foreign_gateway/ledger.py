"""The gateway's memory: its clock, its transactions, and the references it has seen."""

from __future__ import annotations

import secrets
import threading
import time
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from .cards import Card, Vault

PENDING, PROCESSED, DECLINED, FAILED, CANCELLED, EXPIRED = (
    "Pending", "Processed", "Declined", "Failed", "Cancelled", "Expired",
)
LAPSED = "Lapsed"
"""An authorisation whose time is over; shown as EXPIRED unless an option names another word."""
DAY_MS = 86_400_000


class Clock:
    """Milliseconds since 1970, which a test may advance, set or freeze. Delays and retries run in real time."""

    def __init__(self) -> None:
        self.offset = 0
        self.frozen: int | None = None

    def now(self) -> int:
        return self.frozen if self.frozen is not None else int(time.time() * 1000) + self.offset

    def change(self, order: dict[str, Any]) -> None:
        now = self.now()
        if "setMs" in order:
            now = int(order["setMs"])
        now += int(order.get("advanceMs", 0)) + int(Decimal(str(order.get("advanceDays", 0))) * DAY_MS)
        freeze = order.get("freeze", self.frozen is not None)
        self.offset = now - int(time.time() * 1000)
        self.frozen = now if freeze else None


@dataclass
class Transaction:
    psp_id: int
    token: str
    kind: str
    """`page`, `direct` or `payout`."""
    type: str
    amount: Decimal
    exponent: int
    currency: str
    order: str
    unique: str
    callback_url: str
    redirect_url: str
    fail_url: str | None
    created: int
    created_real: float
    email: str = ""
    account: str = ""
    udf: Any = None
    configuration: dict[str, Any] = field(default_factory=dict)
    force_bank: str | None = None
    status: str = PENDING
    error: str | None = None
    method: str | None = None
    card: Card | None = None
    card_token: str | None = None
    card_input: bool = False
    authenticated: bool = False
    auth_code: str | None = None
    challenge: str | None = None
    challenge_closes: int = 0
    page_opened: int | None = None
    settled: int | None = None
    settled_real: float = 0.0
    attempts: list[dict[str, Any]] = field(default_factory=list)
    deliveries: int = 0

    @property
    def amount_text(self) -> str:
        return f"{self.amount:.{self.exponent}f}"

    @property
    def done(self) -> bool:
        return self.settled is not None

    def lapsed(self, now: int, days: int) -> bool:
        return self.type == "AUTH" and self.status == PROCESSED and now >= (self.settled or 0) + days * DAY_MS


class Ledger:
    """Every reader and writer of a transaction holds `lock`; nothing that waits does."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.clock = Clock()
        self.generation = 0
        self.reset()

    def reset(self) -> None:
        with self.lock:
            self.generation += 1
            self.transactions: dict[int, Transaction] = {}
            self.vault = Vault()
            self.references: dict[str, tuple[str, int, dict[str, Any]]] = {}
            self.paid_out: dict[str, Decimal] = {}
            self.next_id = 700_000 + secrets.randbelow(100_000)
            self.deliveries: list[dict[str, Any]] = []
            self.requests: list[dict[str, Any]] = []
            self.protocol_errors: list[dict[str, Any]] = []

    def open(self, **fields: Any) -> Transaction:
        with self.lock:
            self.next_id += 1
            transaction = Transaction(
                psp_id=self.next_id,
                token=secrets.token_hex(16),
                created=self.clock.now(),
                created_real=time.monotonic(),
                **fields,
            )
            self.transactions[transaction.psp_id] = transaction
            return transaction

    def by_psp_id(self, psp_id: Any) -> Transaction | None:
        text = str(psp_id)
        return self.transactions.get(int(text)) if text.isascii() and text.isdigit() else None

    def by_token(self, token: str) -> Transaction | None:
        return next((t for t in self.transactions.values() if t.token == token), None)

    def by_challenge(self, challenge: str) -> Transaction | None:
        return next((t for t in self.transactions.values() if t.challenge == challenge), None)

    def find(self, psp_id: Any = None, order: str | None = None, unique: str | None = None) -> Transaction | None:
        """The newest transaction that fits all that is given."""
        fitting = [
            t
            for t in self.transactions.values()
            if (psp_id in (None, "") or str(t.psp_id) == str(psp_id))
            and (not order or t.order == order)
            and (not unique or t.unique == unique)
        ]
        return fitting[-1] if fitting else None
