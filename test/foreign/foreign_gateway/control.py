"""The control endpoint: options, clock, state, and things done by hand. For tests, on loopback only."""

from __future__ import annotations

import json
import threading
from typing import Any

from . import checks
from .api import parse_object
from .checks import Refusal
from .ledger import CANCELLED, DECLINED, EXPIRED, FAILED, PENDING, PROCESSED, Transaction
from .options import OPTIONS
from .payments import Payments, describe
from .wire import Request, Response

WORDS = {word.lower(): word for word in (PROCESSED, DECLINED, FAILED, CANCELLED, EXPIRED, PENDING)}


def reply(value: Any, status: int = 200) -> Response:
    return Response(status, json.dumps(value, ensure_ascii=False).encode(), {"Content-Type": "application/json"})


class Control:
    def __init__(self, payments: Payments) -> None:
        self.payments = payments
        self.options = payments.options
        self.ledger = payments.ledger
        self.notifier = payments.notifier

    def handle(self, request: Request) -> Response:
        name = request.segments[1] if len(request.segments) == 2 else ""
        act = {
            ("GET", "options"): self.show_options,
            ("POST", "options"): self.change_options,
            ("GET", "state"): self.state,
            ("POST", "deliver"): self.deliver,
            ("POST", "pay"): self.pay,
            ("GET", "clock"): self.show_clock,
            ("POST", "clock"): self.change_clock,
            ("POST", "reset"): self.reset,
        }.get((request.method, name))
        if act is None:
            return reply({"error": "no such control"}, 404)
        try:
            order = parse_object(request.body) if request.method == "POST" and request.body else {}
            return reply(act(request, order))
        except (Refusal, ValueError, TypeError, KeyError, ArithmeticError) as problem:
            return reply({"error": str(problem)}, 400)

    # Options

    def show_options(self, request: Request, _order: dict[str, Any]) -> Any:
        return {
            "options": self.options.of(request.query.get("orderReference")),
            "defaults": {option.name: option.default for option in OPTIONS},
        }

    def change_options(self, request: Request, order: dict[str, Any]) -> Any:
        self.options.change(order, request.query.get("orderReference"))
        return self.options.of(request.query.get("orderReference"))

    def reset(self, _request: Request, order: dict[str, Any]) -> Any:
        """Options and clock to their defaults; with `ledger` true also an empty memory."""
        self.options.reset()
        self.ledger.clock.offset, self.ledger.clock.frozen = 0, None
        if order.get("ledger"):
            self.ledger.reset()
        return {"reset": True}

    # State

    def state(self, request: Request, _order: dict[str, Any]) -> Any:
        self.payments.pass_time()
        order = request.query.get("orderReference")
        with self.ledger.lock:
            def about(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
                return [dict(e) for e in entries if order is None or e.get("orderReference") == order]

            transactions = [t for t in self.ledger.transactions.values() if order is None or t.order == order]
            return {
                "now": self.ledger.clock.now(),
                "transactions": [describe(t, self.payments) for t in transactions],
                "deliveries": about(self.ledger.deliveries),
                "requests": about(self.ledger.requests),
                "protocolErrors": list(self.ledger.protocol_errors),
                "cardTokens": list(self.ledger.vault.cards),
            }

    def show_clock(self, _request: Request, _order: dict[str, Any]) -> Any:
        return {"now": self.ledger.clock.now(), "frozen": self.ledger.clock.frozen is not None}

    def change_clock(self, request: Request, order: dict[str, Any]) -> Any:
        unknown = set(order) - {"setMs", "advanceMs", "advanceDays", "freeze"}
        if unknown:
            raise ValueError(f"unknown clock order {', '.join(sorted(unknown))}")
        self.ledger.clock.change(order)
        self.payments.pass_time()
        return self.show_clock(request, order)

    # By hand

    def transaction(self, order: dict[str, Any]) -> Transaction:
        with self.ledger.lock:
            if token := order.get("token"):
                found = self.ledger.by_token(token)
            elif "pspId" in order or "orderReference" in order:
                found = self.ledger.find(order.get("pspId"), order.get("orderReference"))
            else:
                raise ValueError("pspId, orderReference or token is required")
        if found is None:
            raise ValueError("no such transaction")
        return found

    def deliver(self, _request: Request, order: dict[str, Any]) -> Any:
        """One delivery per copy, whatever the options say of when; no retry."""
        transaction = self.transaction(order)
        word = WORDS.get(str(order.get("status", "")).lower(), order.get("status", transaction.status))
        options = {**self.options.of(transaction.order), **order.get("options", {})}
        if "attemptNumber" in order:
            attempt = int(order["attemptNumber"])
        else:
            attempt = self.notifier.number(transaction, 1, options)
        at = int(order.get("sentAtMs", self.ledger.clock.now()))
        results: list[dict[str, Any]] = []

        def once() -> None:
            results.append(self.notifier.deliver(transaction, word, attempt, at, options, order, "control"))

        jobs = [threading.Thread(target=once, daemon=True) for _ in range(int(order.get("copies", 1)))]
        for job in jobs:
            job.start()
            if not order.get("concurrent"):
                job.join()
        for job in jobs:
            job.join()
        return {"deliveries": results}

    def pay(self, _request: Request, order: dict[str, Any]) -> Any:
        """Does what a customer would do on the page (or at the kiosk), without a browser."""
        transaction = self.transaction(order)
        word = WORDS.get(str(order.get("outcome", PROCESSED)).lower())
        if word is None:
            raise ValueError(f"outcome must be one of {', '.join(WORDS.values())}")
        with self.ledger.lock:
            if transaction.done and not order.get("force"):
                raise ValueError(f"the transaction is {transaction.status} already (say force to change it)")
            method = order.get("method", transaction.method or "card")
            if method == "card" and transaction.card is None and word not in (CANCELLED, EXPIRED):
                now = self.payments.ledger.clock.now()
                year = str(1972 + now // 31_556_952_000)
                number = str(order.get("cardNumber", "4242424242424242"))
                if checks.bad_number(number):
                    raise ValueError("cardNumber is not valid")
                transaction.card = checks.Card.of(number, order.get("cardHolderName", "No Browser"), "12", year, transaction.account)
                transaction.card_input = True
            transaction.method = method
            transaction.authenticated = bool(order.get("authenticated", transaction.authenticated))
            transaction.challenge = None
            if word == PENDING:
                transaction.attempts.append(
                    {"at": self.ledger.clock.now(), "method": method, "status": PENDING, "error": None}
                )
            else:
                error = None if word == PROCESSED else order.get("error", f"{word} by hand")
                self.payments.settle(transaction, word, error)
        if afterwards := self.payments.tell(transaction, word, redirecting=False):
            afterwards()
        return {
            "pspId": transaction.psp_id,
            "status": transaction.status,
            "redirectUrl": self.payments.return_url(transaction, word),
        }
