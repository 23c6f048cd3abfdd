"""Notifications: built, encoded, signed, POSTed to the CallBackURL, and sent again until a 2xx."""

from __future__ import annotations

import gzip
import http.client
import json
import threading
import time
from typing import Any, Callable
from urllib.parse import urlencode, urlsplit

from . import shapes, signature
from .ledger import PENDING, PROCESSED, EXPIRED, Ledger, Transaction
from .masking import masked
from .options import Options


def encode(payload: dict[str, Any], form: str) -> tuple[Any, dict[str, str]]:
    text = json.dumps(payload, ensure_ascii=False)
    kind = "application/json"
    if form == "form":
        flat = {name: "" if value is None else value for name, value in signature.leaves(payload)}
        return urlencode(flat).encode(), {"Content-Type": "application/x-www-form-urlencoded"}
    if form == "textPlain":
        return text.encode(), {"Content-Type": "text/plain; charset=utf-8"}
    if form == "utf16":
        return text.encode("utf-16"), {"Content-Type": f"{kind}; charset=utf-16"}
    if form == "bom":
        return text.encode("utf-8-sig"), {"Content-Type": kind}
    if form == "gzip":
        return gzip.compress(text.encode()), {"Content-Type": kind, "Content-Encoding": "gzip"}
    if form == "chunked":
        raw = text.encode()
        pieces = [raw[i : i + 64] for i in range(0, len(raw), 64)]
        return iter(pieces), {"Content-Type": kind, "Transfer-Encoding": "chunked"}
    return text.encode(), {"Content-Type": f"{kind}; charset=utf-8"}


def post(url: str, body: Any, headers: dict[str, str], timeout: float) -> tuple[int | None, str | None]:
    """The answer's code, or what went wrong. Redirects are answers, not followed."""
    parts = urlsplit(url)
    kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
    connection = kind(parts.hostname or "", parts.port, timeout=timeout)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, body, headers, encode_chunked="Transfer-Encoding" in headers)
        answer = connection.getresponse()
        answer.read(65536)
        return answer.status, None
    except (OSError, http.client.HTTPException) as problem:
        return None, f"{type(problem).__name__}: {problem}"
    finally:
        connection.close()


def broken(value: str) -> str:
    """A signature of the right form that fits nothing."""
    return signature.sign({"forged": value}, "another secret")


class Notifier:
    def __init__(self, ledger: Ledger, options: Options, secret: str) -> None:
        self.ledger = ledger
        self.options = options
        self.secret = secret

    def wanted(self, transaction: Transaction, word: str, options: dict[str, Any]) -> bool:
        if not transaction.callback_url or options["notifyWhen"] == "never":
            return False
        if transaction.kind == "direct" and not options["notifyDirectConnect"]:
            return False
        if transaction.kind == "payout" and not options["notifyPayouts"]:
            return False
        switch = {PROCESSED: None, PENDING: "notifyPending", EXPIRED: "notifyExpiry"}.get(word, "notifyFailures")
        return switch is None or options[switch]

    def announce(self, transaction: Transaction, word: str, redirecting: bool) -> Callable[[], None] | None:
        """Notifies at the time the options ask for; what is returned runs after the reply is written."""
        options = self.options.of(transaction.order)
        if not self.wanted(transaction, word, options):
            return None
        when = options["notifyWhen"]
        if when == "afterRedirect":

            def afterwards() -> None:
                self.start(transaction, word, options["notifyDelayMs"])

            return afterwards
        if when == "beforeCreateReply" or (when == "beforeRedirect" and redirecting):
            self.start(transaction, word, 0).wait(options["notifyWaitMs"] / 1000)
        else:
            self.start(transaction, word, options["notifyDelayMs"])
        return None

    def number(self, transaction: Transaction, nth: int, options: dict[str, Any]) -> int:
        with self.ledger.lock:
            transaction.deliveries += 1
            by = options["attemptNumbers"]
            return {"perNotification": nth, "constant": 1}.get(by, transaction.deliveries)

    def start(self, transaction: Transaction, word: str, delay_ms: int) -> threading.Event:
        """Sends the notification with its preludes and copies; the event tells that each was tried once."""
        tried = threading.Event()
        generation = self.ledger.generation

        def run() -> None:
            time.sleep(delay_ms / 1000)
            if self.ledger.generation != generation:
                return
            options = self.options.of(transaction.order)
            bundle = []
            for nth, said in enumerate([*options["notifyPrelude"], word], 1):
                attempt = self.number(transaction, nth, options)
                bundle.append((said, attempt, self.ledger.clock.now() + nth))
            if options["notifyOrder"] == "newestFirst":
                bundle.reverse()
            bundle = [entry for entry in bundle for _ in range(max(1, options["notifyCopies"]))]
            firsts = []
            for said, attempt, at in bundle:
                first = threading.Event()
                job = threading.Thread(
                    target=self.until_acknowledged, args=(transaction, said, attempt, at, first, generation), daemon=True
                )
                job.start()
                firsts.append(first)
                if not options["notifyConcurrent"]:
                    first.wait(options["notifyTimeoutMs"] / 1000)
            for first in firsts:
                first.wait(options["notifyTimeoutMs"] / 1000)
            tried.set()

        threading.Thread(target=run, daemon=True).start()
        return tried

    def until_acknowledged(
        self, transaction: Transaction, word: str, attempt: int, at: int, first: threading.Event, generation: int
    ) -> None:
        for nth in range(1, 1_000_000):
            options = self.options.of(transaction.order)
            if nth > 1:
                attempt, at = self.number(transaction, nth, options), self.ledger.clock.now()
            answered = self.deliver(transaction, word, attempt, at, options, {}, "gateway")["answer"]
            first.set()
            if (answered and 200 <= answered < 300) or not options["notifyRetry"] or nth >= options["retryMax"]:
                return
            pauses = options["retryDelaysMs"] or [1000]
            time.sleep(pauses[min(nth, len(pauses)) - 1] / 1000)
            if self.ledger.generation != generation:
                return

    def deliver(
        self,
        transaction: Transaction,
        word: str,
        attempt: int,
        at: int,
        options: dict[str, Any],
        override: dict[str, Any],
        by: str,
    ) -> dict[str, Any]:
        """One delivery. `override` holds what `/_control/deliver` asks to be different."""
        payload = shapes.notification(transaction, word, attempt, at, options)
        payload.update(override.get("set", {}))
        for name in override.get("omit", []):
            payload.pop(name, None)
        form = override.get("body", options["notifyBody"])
        signed = override.get("signature", options["notifySignature"])
        body, headers = encode(payload, form)
        if signed != "none":
            good = signature.sign(payload, self.secret)
            headers[signature.HEADER] = good if signed == "good" else broken(good)
        headers["User-Agent"] = "foreign-gateway"
        url = override.get("url", transaction.callback_url)
        entry = {
            "pspId": transaction.psp_id,
            "orderReference": transaction.order,
            "attemptNumber": attempt,
            "status": word,
            "by": by,
            "at": int(time.time() * 1000),
            "url": url,
            "body": form,
            "signature": signed,
            "payload": masked(payload),
            "answer": None,
            "error": None,
            "tookMs": None,
        }
        with self.ledger.lock:
            entry["id"] = len(self.ledger.deliveries) + 1
            self.ledger.deliveries.append(entry)
        began = time.monotonic()
        entry["answer"], entry["error"] = post(url, body, headers, options["notifyTimeoutMs"] / 1000)
        entry["tookMs"] = int((time.monotonic() - began) * 1000)
        return entry
