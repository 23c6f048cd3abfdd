"""The rules of a checkout: one payable page an order, settled only by what the gateway answers, fulfilled once."""

import hashlib
import hmac
import secrets
import sqlite3
import threading
import time
import uuid
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from typing import Any, Callable

from gateway import Gateway, GatewayRefused, GatewayUnavailable
from store import Store

PAGE_LIFETIME_S = 120
MIN_LIFE_TO_REUSE_S = 20
CREATION_TIMEOUT_S = 30
HOLD_AFTER_RETURN_S = 900
POLL_EVERY_S = 1
STATUS_OF_STATE = {"DECLINED": "failed", "FAILED": "failed", "CANCELLED": "failed", "CANCELED": "failed", "EXPIRED": "expired"}


@dataclass(frozen=True)
class Order:
    reference: str
    amount: str
    currency: str


class Problem(Exception):
    """A request that is answered with a problem document."""

    def __init__(self, status: int, code: str, title: str, **more: Any) -> None:
        super().__init__(title)
        self.status = status
        self.body = {"type": f"urn:hpp-checkout:problem:{code}", "title": title, "status": status, "code": code, **more}


def in_progress(retry_after_s: float) -> Problem:
    title = "A payment page for this order is still open."
    return Problem(409, "session_in_progress", title, retryAfterMs=round(retry_after_s * 1000))


class Checkout:
    def __init__(self, gateway: Gateway, store: Store, public_url: str, fulfil: Callable[[dict[str, Any]], None], log: Callable[[str], None]) -> None:
        self._gateway, self._store, self._public_url = gateway, store, public_url
        self._fulfil, self._log = fulfil, log
        self._settling = threading.Lock()

    def open(self, order: Order) -> dict[str, Any]:
        """The order's live page again, or a new one once the old one cannot be paid any more."""
        session = self._store.of_order(order.reference)
        if session is not None:
            if self._is_reusable(session, order):
                return self._session_reply(session)
            if session["status"] == "creating":
                self._wait_for_creation(session)
            elif session["status"] != "completed":
                # Also a declined one: its page may have been tried again, and the notification of that payment lost.
                session = self._poll(session)
            if session["status"] == "completed":
                raise Problem(409, "already_completed", "This order has been paid.", sessionId=session["id"], orderReference=order.reference)
            if session["status"] in ("open", "pending"):
                self._end(session)
        return self._create(order)

    def _is_reusable(self, session: dict[str, Any], order: Order) -> bool:
        return (
            session["status"] == "open"
            and session["returned_at"] is None
            and session["expires_at"] - time.time() >= MIN_LIFE_TO_REUSE_S
            and (session["amount"], session["currency"]) == (order.amount, order.currency)
        )

    def _wait_for_creation(self, session: dict[str, Any]) -> None:
        """A concurrent request is creating the page, or crashed before anybody was given the address."""
        if time.time() - session["created_at"] < CREATION_TIMEOUT_S:
            raise in_progress(0.5)
        self._store.set_status(session["id"], "expired")

    def _end(self, session: dict[str, Any]) -> None:
        """Ends a session of which the gateway, just asked, knows no payment, once its page can no longer be paid."""
        # After a return a voucher or a bank payment may be on its way.
        unpayable_at = max(session["expires_at"] + 2, 0 if session["returned_at"] is None else session["returned_at"] + HOLD_AFTER_RETURN_S)
        left = unpayable_at - time.time()
        if left > 0:
            raise in_progress(left)
        self._store.set_status(session["id"], "expired")

    def _create(self, order: Order) -> dict[str, Any]:
        session_id, secret, now = secrets.token_hex(16), secrets.token_urlsafe(24), time.time()
        session = {
            "id": session_id,
            "order_reference": order.reference,
            "unique_reference": str(uuid.uuid4()),
            "amount": order.amount,
            "currency": order.currency,
            "secret_hash": _sha256(secret),
            "created_at": now,
        }
        if not self._store.add(session):
            raise in_progress(0.5)
        try:
            page = self._gateway.create_page({
                "TransactionType": "PURC",
                "Amount": order.amount,
                "Currency": order.currency,
                "IsTest": self._gateway.test,
                "OrderReference": order.reference,
                "UniqueReference": session["unique_reference"],
                "RedirectionURL": f"{self._public_url}/return/{session_id}/success",
                "FailRedirectionURL": f"{self._public_url}/return/{session_id}/failure",
                "CallBackURL": f"{self._public_url}/notify/{session_id}/{secret}",
            })
        except GatewayUnavailable as error:
            # Nobody was given the address, so it cannot be paid: the next try may make another page.
            self._store.set_status(session_id, "expired")
            raise Problem(503, "gateway_unavailable", "The payment gateway cannot be reached.", retryAfterMs=2000) from error
        except GatewayRefused as error:
            self._store.set_status(session_id, "expired")
            self._log(str(error))
            raise Problem(502, "gateway_refused", "The payment gateway refused the request.") from error
        self._store.opened(session_id, str(page["pspid"]), page["redirectUrl"], now + PAGE_LIFETIME_S)
        return self._session_reply(self._get(session_id))

    def _session_reply(self, session: dict[str, Any]) -> dict[str, Any]:
        return {
            "sessionId": session["id"],
            "redirectUrl": session["redirect_url"],
            "expiresInMs": max(0, round((session["expires_at"] - time.time()) * 1000)),
            "statusUrl": f"{self._public_url}/session/{session['id']}",
            "test": self._gateway.test,
        }

    def status(self, session_id: str) -> dict[str, Any]:
        session = self._get(session_id)
        if session["status"] in ("open", "pending") and time.time() - session["polled_at"] >= POLL_EVERY_S:
            try:
                session = self._poll(session)
            except Problem as problem:
                # The record is still true; the browser asks again.
                self._log(f"{session_id}: {problem}")
        status = "open" if session["status"] == "creating" else session["status"]
        reply = {"status": status, "orderReference": session["order_reference"]}
        return {**reply, "retryAfterMs": POLL_EVERY_S * 1000} if status in ("open", "pending") else reply

    def returned(self, session_id: str) -> bool:
        """Stores that the customer is back. That proves no outcome, since anybody can open the address."""
        session = self._store.get(session_id)
        if session is not None and session["returned_at"] is None:
            self._store.set_time(session_id, "returned_at")
        return session is not None

    def notified(self, session_id: str, secret: str, payload: Any, signature: str) -> None:
        """Stores that a notification came, so that the gateway is polled. A signature alone settles nothing."""
        try:
            genuine = self._gateway.is_genuine(payload, signature)
        except ValueError as error:
            raise Problem(400, "invalid_request", "The body is no notification.") from error
        if not genuine:
            raise Problem(401, "not_authorized", "The signature is not right.")
        session = self._store.get(session_id)
        if session is not None and hmac.compare_digest(session["secret_hash"], _sha256(secret)):
            self._store.set_time(session_id, "notified_at")

    def sweep(self) -> None:
        """Finishes what a lost notification, a closed browser or a crash left behind."""
        for session in self._store.due():
            try:
                self._poll(session)
            except Problem as problem:
                self._log(f"{session['id']}: {problem}")
        for session in self._store.unfulfilled():
            self._run_fulfilment(session)

    def health(self) -> dict[str, str]:
        """A gateway that answers "no such transaction" is up, and accepts our credentials."""
        found = {"store": "ok", "gateway": "ok"}
        try:
            self._store.get("")
        except sqlite3.Error as error:
            self._log(f"health: {error}")
            found["store"] = "down"
        try:
            self._gateway.retrieve(UniqueReference="00000000-0000-4000-8000-000000000000")
        except (GatewayUnavailable, GatewayRefused) as error:
            self._log(f"health: {error}")
            found["gateway"] = "down"
        return {"status": "down" if found["store"] == "down" else "degraded" if found["gateway"] == "down" else "ok", **found}

    def _get(self, session_id: str) -> dict[str, Any]:
        session = self._store.get(session_id)
        if session is None:
            raise Problem(404, "not_found", "There is nothing here.")
        return session

    def _poll(self, session: dict[str, Any]) -> dict[str, Any]:
        """Asks the gateway, and settles by its answer when every field matches our record. Raises a Problem when there is no answer."""
        try:
            answer = self._gateway.retrieve(
                **({"PspId": session["psp_id"]} if session["psp_id"] else {}),
                OrderReference=session["order_reference"],
                UniqueReference=session["unique_reference"],
            )
        except (GatewayUnavailable, GatewayRefused) as error:
            raise Problem(503, "gateway_unavailable", str(error), retryAfterMs=2000) from error
        self._store.set_time(session["id"], "polled_at")
        if answer is not None:
            self._settle(session, {name.lower(): value for name, value in answer.items()})
        return self._get(session["id"])

    def _settle(self, session: dict[str, Any], answer: dict[str, Any]) -> None:
        wrong = _differences(session, answer, self._gateway.test)
        if wrong:
            self._log(f"ALERT {session['id']}: the gateway answers for another payment: {', '.join(wrong)} differ")
            return
        state = str(answer.get("status", "")).upper()
        if state == "PROCESSED":
            if session["status"] == "completed":
                return
            if not self._store.complete(session["id"]):
                self._log(f"ALERT {session['id']}: a second payment of {session['order_reference']}: refund it")
                return
            self._run_fulfilment(session)
        elif state in STATUS_OF_STATE:
            self._store.set_status(session["id"], STATUS_OF_STATE[state])
        elif state == "PENDING" and session["returned_at"] is not None and session["status"] == "open":
            self._store.set_status(session["id"], "pending")

    def _run_fulfilment(self, session: dict[str, Any]) -> None:
        """At least once for each paid order, always with the same session id: make that your idempotency key."""
        with self._settling:
            if not any(left["id"] == session["id"] for left in self._store.unfulfilled()):
                return
            try:
                self._fulfil(session)
            except Exception as error:  # noqa: BLE001 — the shop's own code; whatever it raises, the sweep repeats it
                self._log(f"ALERT {session['id']}: fulfilment failed and is repeated: {error}")
                return
            self._store.fulfilled(session["id"])


def _differences(session: dict[str, Any], answer: dict[str, Any], test: bool) -> list[str]:
    facts = {
        "amount": _amount(answer.get("amount")) == _amount(session["amount"]),
        "currency": answer.get("currency") == session["currency"],
        "pspid": session["psp_id"] is None or str(answer.get("pspid")) == session["psp_id"],
        "orderreference": answer.get("orderreference") == session["order_reference"],
        "uniquereference": answer.get("uniquereference") == session["unique_reference"],
        "istest": answer.get("istest", test) is test,
    }
    return [name for name, same in facts.items() if not same]


def _amount(value: Any) -> Decimal | None:
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        return None
    return amount if amount.is_finite() else None


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
