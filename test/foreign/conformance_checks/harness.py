"""What a check needs: a shop with its receiver for notifications, request bodies, and words to judge with."""

from __future__ import annotations

import http.client
import json
import socket
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Callable
from urllib.parse import urlsplit

from client import Answer, Client, reference
from foreign_gateway.wire import Request, Response, StrictServer

DOCUMENT, PROFILE, RFC = "document", "profile", "rfc9112"
APPROVED = ["4242424242424242", "4111111111111111", "5555555555554444", "378282246310005"]
CHALLENGED = "4000000000003220"
DECLINED = "4000000000000002"
NO_FUNDS = "4000000000009995"


class Failed(Exception):
    """The gateway does not do what the documents say."""


class Skipped(Exception):
    """The documents give no way to look at this from outside."""


@dataclass
class Check:
    name: str
    facts: list[str]
    basis: str
    run: Callable[["Shop"], str | None]


CHECKS: list[Check] = []


def check(facts: str, basis: str = DOCUMENT) -> Callable[[Callable], Callable]:
    def add(run: Callable[["Shop"], str | None]) -> Callable:
        CHECKS.append(Check(run.__name__.replace("_", "-"), facts.split(), basis, run))
        return run

    return add


def each(facts: str, cases: dict[str, Any], basis: str = DOCUMENT) -> Callable[[Callable], Callable]:
    """One check per case; a case may name its own facts as `(facts, value)`."""

    def add(run: Callable[["Shop", Any], str | None]) -> Callable:
        for label, case in cases.items():
            own, value = case if isinstance(case, tuple) else (facts, case)
            name = f"{run.__name__.replace('_', '-')}: {label}"
            CHECKS.append(Check(name, own.split(), basis, lambda shop, v=value: run(shop, v)))
        return run

    return add


def expect(truth: Any, detail: str) -> None:
    if not truth:
        raise Failed(detail)


def shown(answer: Answer) -> str:
    return f"HTTP {answer.status} {answer.text[:300]}"


@dataclass
class Delivery:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes
    at: float

    @property
    def payload(self) -> dict[str, Any]:
        try:
            value = json.loads(self.body)
        except ValueError:
            raise Failed(f"the notification is no JSON: {self.body[:80]!r}") from None
        expect(isinstance(value, dict), "the notification is no JSON object")
        return value

    def get(self, name: str) -> Any:
        return next((value for key, value in self.payload.items() if key.lower() == name.lower()), None)


class Inbox:
    """The merchant's receiver. Answers 200 OK unless told otherwise for an order."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.arrived: list[Delivery] = []
        self.answers: dict[str, list[int]] = {}
        self.faults: list[dict[str, Any]] = []
        self.news = threading.Condition()
        self.server = StrictServer(self.receive, self.faults.append, host, 0, 1024 * 1024).start()

    def receive(self, request: Request) -> Response:
        delivery = Delivery(request.method, request.path, request.headers, request.body, time.time())
        with self.news:
            self.arrived.append(delivery)
            answers = self.answers.get(request.path, [])
            status = answers.pop(0) if answers else 200
            self.news.notify_all()
        return Response(status, b"OK", {"Content-Type": "text/plain"})

    def of(self, path: str) -> list[Delivery]:
        with self.news:
            return [delivery for delivery in self.arrived if delivery.path == path]

    def wait(self, path: str, count: int = 1, seconds: float = 10) -> list[Delivery]:
        until = time.monotonic() + seconds
        with self.news:
            while len(found := [d for d in self.arrived if d.path == path]) < count:
                left = until - time.monotonic()
                if left <= 0:
                    raise Failed(f"{len(found)} of {count} notifications within {seconds:g} s")
                self.news.wait(left)
            return found


@dataclass
class Shop:
    client: Client
    inbox: Inbox
    slow: bool = False
    texts: list[str] = field(default_factory=list)
    """Everything the gateway said, to be searched for what it must not say."""

    # Requests

    def order(self, **over: Any) -> dict[str, Any]:
        order = "F-" + reference()[:13]
        body = {
            "TransactionType": "PURC",
            "Amount": "10.50",
            "Currency": "EUR",
            "OrderReference": order,
            "UniqueReference": reference(),
            "IsTest": True,
            "RedirectionURL": "http://shop.example/done",
            "FailRedirectionURL": "http://shop.example/failed",
            "CallBackURL": f"{self.inbox.server.base_url}/notify/{order}",
        }
        return without_absent({**body, **over})

    def card_order(self, number: str = APPROVED[0], card: dict[str, Any] | None = None, **over: Any) -> dict[str, Any]:
        return self.order(**{"PaymentCredentials": credentials(number, **(card or {})), "Routing": {"ForcePayment": "CARDS"}, **over})

    def heard(self, answer: Answer) -> Answer:
        self.texts.append(answer.text)
        expect(answer.status < 500, f"the gateway failed: {shown(answer)}")
        expect(answer.signature_state != "wrong", f"the answer's signature is wrong: {shown(answer)}")
        return answer

    def execute(self, body: dict[str, Any]) -> Answer:
        return self.heard(self.client.execute(body))

    def create(self, body: dict[str, Any]) -> Answer:
        return self.heard(self.client.create(body))

    def retrieve(self, **query: Any) -> Answer:
        return self.heard(self.client.retrieve(**query))

    def tokenise(self, **over: Any) -> Answer:
        card = {"CardHolderName": "Ada Lovelace", "CardNumber": APPROVED[0], "ExpMonth": "12", "ExpYear": next_year()}
        return self.heard(self.client.tokenise(without_absent({**card, **over})))

    def token(self, **over: Any) -> str:
        answer = self.tokenise(**over)
        token = answer.get("cardToken")
        expect(answer.success and isinstance(token, str), f"no token: {shown(answer)}")
        return token

    # Judgements

    def paid(self, body: dict[str, Any]) -> Answer:
        answer = self.execute(body)
        expect(answer.accepted and answer.get("bankResponse") == "Processed", f"not paid: {shown(answer)}")
        return answer

    def refused(self, answer: Answer, status: int | None = None) -> Answer:
        expect(answer.refused, f"not refused: {shown(answer)}")
        expect(status is None or answer.status == status, f"HTTP {answer.status}, not {status}: {answer.text[:200]}")
        return answer

    def notification(self, body: dict[str, Any]) -> Delivery:
        return self.inbox.wait(callback_path(body))[-1]

    def open_page(self, url: str) -> tuple[int, dict[str, str], str]:
        parts = urlsplit(url)
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        connection = kind(parts.hostname or "", parts.port, timeout=20)
        try:
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("GET", target, headers={"Accept": "text/html"})
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text
        finally:
            connection.close()

    def raw(self, sent: bytes, seconds: float = 3) -> bytes:
        """Bytes out, bytes back until the gateway closes or goes quiet."""
        parts = urlsplit(self.client.base_url)
        got = b""
        with socket.create_connection((parts.hostname or "", parts.port or 80), timeout=seconds) as sock:
            sock.sendall(sent)
            sock.settimeout(seconds)
            try:
                while data := sock.recv(65536):
                    got += data
                    sock.settimeout(0.5)
            except OSError:
                pass
        return got


def without_absent(fields: dict[str, Any]) -> dict[str, Any]:
    """`...` as a value stands for a field that is not sent."""
    return {name: value for name, value in fields.items() if value is not ...}


def callback_path(body: dict[str, Any]) -> str:
    return urlsplit(body["CallBackURL"]).path


def next_year() -> str:
    return str(time.gmtime().tm_year + 2)


def credentials(number: str = APPROVED[0], **over: Any) -> dict[str, Any]:
    card = {
        "PaymentSource": "Card",
        "CardType": "AMEX" if number.startswith("37") else "MASTERCARD" if number.startswith("5") else "VISA",
        "CardNumber": number,
        "CvV2": "1234" if number.startswith("37") else "123",
        "ExpMonth": "12",
        "ExpYear": next_year(),
        "CardHolderName": "Ada Lovelace",
    }
    return without_absent({**card, **over})
