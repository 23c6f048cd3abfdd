"""What becomes of a payment: approved, declined, challenged, left pending, expired; and who is told."""

from __future__ import annotations

import secrets
import threading
import time
from decimal import Decimal
from typing import Any, Callable
from urllib.parse import urlencode, urlsplit, urlunsplit

from . import shapes, signature
from .cards import Card
from .ledger import CANCELLED, DECLINED, EXPIRED, FAILED, LAPSED, PENDING, PROCESSED, Ledger, Transaction
from .notify import Notifier, broken
from .options import Options

Afterwards = Callable[[], None] | None
DECLINES = {
    "declined": (DECLINED, "Declined by the issuer"),
    "funds": (DECLINED, "Insufficient funds"),
    "expired": (DECLINED, "The card has expired"),
    "securityCode": (DECLINED, "The security code does not match"),
    "challengeDeclined": (DECLINED, "Authentication was refused"),
    "challengeError": (FAILED, "Authentication could not be completed"),
    "error": (FAILED, "The acquirer reported an error"),
}


class Payments:
    def __init__(self, ledger: Ledger, options: Options, notifier: Notifier, secret: str) -> None:
        self.ledger = ledger
        self.options = options
        self.notifier = notifier
        self.secret = secret

    # Outcomes

    def charge(self, transaction: Transaction, card: Card, code: str | None, typed: bool, authenticated: bool = False) -> str:
        """The word the payment has afterwards; Pending with a `challenge` means 3-D Secure."""
        with self.ledger.lock:
            transaction.method, transaction.card, transaction.card_input = "card", card, typed
            does = "securityCode" if code == "000" else card.does
            if does.startswith("challenge"):
                if not authenticated:
                    lifetime = self.options.of(transaction.order)["openPageLifetimeMs"]
                    transaction.challenge = secrets.token_hex(12)
                    transaction.challenge_closes = self.ledger.clock.now() + lifetime
                    return PENDING
                does = "approved"
            return self.conclude(transaction, does)

    def answer_challenge(self, transaction: Transaction, approved: bool) -> str:
        with self.ledger.lock:
            card = transaction.card
            transaction.challenge = None
            if card is None or card.does == "challengeError":
                return self.conclude(transaction, "challengeError")
            transaction.authenticated = True
            refused = not approved or card.does == "challengeDeclined"
            return self.conclude(transaction, "challengeDeclined" if refused else "approved")

    def conclude(self, transaction: Transaction, does: str) -> str:
        if does == "approved":
            return self.settle(transaction, PROCESSED, None)
        if does == "unknown":
            return PENDING
        return self.settle(transaction, *DECLINES[does])

    def settle(self, transaction: Transaction, word: str, error: str | None) -> str:
        with self.ledger.lock:
            options = self.options.of(transaction.order)
            transaction.attempts.append(
                {"at": self.ledger.clock.now(), "method": transaction.method, "status": word, "error": error}
            )
            transaction.error = error
            goes_on = transaction.kind == "page" and not options["declineEndsPage"] and word in (DECLINED, FAILED)
            if goes_on:
                return word
            transaction.status = word
            transaction.settled = self.ledger.clock.now()
            transaction.settled_real = time.monotonic()
            if word == PROCESSED:
                transaction.auth_code = f"{secrets.randbelow(900_000) + 100_000}"
                if transaction.kind == "payout":
                    paid = self.ledger.paid_out.get(transaction.currency, Decimal(0))
                    self.ledger.paid_out[transaction.currency] = paid + transaction.amount
                elif transaction.card and not transaction.card_token and options["cardTokens"]:
                    transaction.card.account = transaction.account
                    transaction.card_token = self.ledger.vault.store(transaction.card)
            return word

    def tell(self, transaction: Transaction, word: str, redirecting: bool) -> Afterwards:
        return self.notifier.announce(transaction, word, redirecting)

    # What time does

    def page_open(self, transaction: Transaction) -> bool:
        """Whether the address of the page may be opened now."""
        lifetime = self.options.of(transaction.order)["hppLifetimeMs"]
        return self.ledger.clock.now() < transaction.created + lifetime

    def pass_time(self) -> None:
        """Expires what was abandoned and pays the vouchers that fall due."""
        with self.ledger.lock:
            now = self.ledger.clock.now()
            changed = []
            for transaction in self.ledger.transactions.values():
                if transaction.done:
                    continue
                options = self.options.of(transaction.order)
                if transaction.method == "voucher":
                    due = options["voucherPaysAfterMs"]
                    if due >= 0 and now >= transaction.attempts[-1]["at"] + due:
                        changed.append((transaction, self.settle(transaction, PROCESSED, None)))
                elif transaction.kind == "page":
                    opened = transaction.page_opened
                    gone = now >= opened + options["openPageLifetimeMs"] if opened else not self.page_open(transaction)
                    if gone:
                        changed.append((transaction, self.settle(transaction, EXPIRED, "The page has expired")))
                elif transaction.challenge and now >= transaction.challenge_closes:
                    transaction.challenge = None
                    changed.append((transaction, self.settle(transaction, FAILED, "Authentication was abandoned")))
        for transaction, word in changed:
            if afterwards := self.tell(transaction, word, redirecting=False):
                afterwards()

    def visible_word(self, transaction: Transaction) -> str | None:
        """What the status endpoint says; None when it does not know the transaction yet."""
        options = self.options.of(transaction.order)
        if (time.monotonic() - transaction.created_real) * 1000 < options["statusUnknownMs"]:
            return None
        lag = options["statusLagMs"]
        if transaction.done and (lag < 0 or (time.monotonic() - transaction.settled_real) * 1000 < lag):
            return PENDING
        if transaction.lapsed(self.ledger.clock.now(), options["authLifetimeDays"]):
            return LAPSED
        return transaction.status

    # The way back to the merchant

    def return_url(self, transaction: Transaction, word: str) -> str:
        options = self.options.of(transaction.order)
        failed = word in (DECLINED, FAILED, CANCELLED, EXPIRED)
        url = (failed and transaction.fail_url) or transaction.redirect_url
        if options["redirectQuery"] == "none":
            return url
        shown = "PENDING" if word == PENDING else word
        query = {
            "Pspid": str(transaction.psp_id),
            "OrderReference": transaction.order,
            "Status": shapes.status_word(shown, options),
        }
        signed = signature.sign(query, self.secret)
        if options["redirectSignature"] != "none":
            query["Signature"] = signed if options["redirectSignature"] == "good" else broken(signed)
        if options["redirectQuery"] == "lower":
            query = {name.lower(): value for name, value in query.items()}
        elif options["redirectQuery"] == "extra":
            query["Session"] = transaction.token
        parts = urlsplit(url)
        joined = "&".join(part for part in (parts.query, urlencode(query)) if part)
        return urlunsplit((parts.scheme, parts.netloc, parts.path or "/", joined, parts.fragment))


def keep_time(payments: Payments, every_ms: int = 200) -> None:
    def run() -> None:
        while True:
            time.sleep(every_ms / 1000)
            payments.pass_time()

    threading.Thread(target=run, daemon=True, name="time").start()


def describe(transaction: Transaction, payments: Payments) -> dict[str, Any]:
    """A transaction for the eyes of a test."""
    card = transaction.card
    return {
        "pspId": transaction.psp_id,
        "token": transaction.token,
        "kind": transaction.kind,
        "transactionType": transaction.type,
        "amount": transaction.amount_text,
        "currency": transaction.currency,
        "orderReference": transaction.order,
        "uniqueReference": transaction.unique,
        "status": transaction.status,
        "visibleStatus": payments.visible_word(transaction),
        "errorMessage": transaction.error,
        "method": transaction.method,
        "cardNumber": card.masked_number if card else None,
        "cardToken": transaction.card_token,
        "authenticated": transaction.authenticated,
        "attempts": transaction.attempts,
        "deliveries": transaction.deliveries,
        "createdAt": transaction.created,
        "openedAt": transaction.page_opened,
        "settledAt": transaction.settled,
        "challenge": transaction.challenge,
        "returnUrl": payments.return_url(transaction, transaction.status) if transaction.kind != "payout" else None,
    }
