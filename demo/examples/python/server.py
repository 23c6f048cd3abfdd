"""
The shop's side of the checkout: five routes on the standard library's server.

Settings come from the environment: HPP_BASE_URL, HPP_CLIENT_ID, HPP_CLIENT_SECRET, HPP_SIGNATURE_SECRET, HPP_TEST (true or false);
PUBLIC_URL, under which browsers and the gateway reach this server; SHOP_ORIGIN, the origin of the pages that open the checkout;
PORT (8000), DATABASE (checkout.sqlite).
"""

import json
import os
import re
import secrets
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

from checkout import Checkout, Order, Problem
from gateway import Gateway
from return_page import policy, return_page
from store import Store

MAX_BODY_BYTES = 65_536
SWEEP_EVERY_S = 2
ID = r"([0-9a-f]{32})"

# The shop's own prices. A page sends the reference of an order, never an amount.
ORDERS = {f"A-{number}": Order(f"A-{number}", "49.90", "EUR") for number in range(1001, 1100)}


def price(order: Any) -> Order:
    found = ORDERS.get(order) if isinstance(order, str) else None
    if found is None:
        raise Problem(404, "order_not_found", "There is no such order to pay.")
    return found


def ship(session: dict[str, Any]) -> None:
    """Called at least once for each paid order: the session's id is the idempotency key."""
    print(f"paid {session['order_reference']} {session['amount']} {session['currency']}", flush=True)


def log(message: str) -> None:
    print(message, file=sys.stderr, flush=True)


def create_server(settings: dict[str, str]) -> ThreadingHTTPServer:
    public_url, shop_origin = settings["PUBLIC_URL"].rstrip("/"), settings["SHOP_ORIGIN"]
    if settings["HPP_TEST"] not in ("true", "false"):
        raise ValueError("HPP_TEST: expected true for test transactions or false for live ones; there is no default.")
    gateway = Gateway(
        settings["HPP_BASE_URL"].rstrip("/"),
        settings["HPP_CLIENT_ID"],
        settings["HPP_CLIENT_SECRET"],
        settings["HPP_SIGNATURE_SECRET"],
        settings["HPP_TEST"] == "true",
    )
    store = Store(settings.get("DATABASE", "checkout.sqlite"))
    checkout = Checkout(gateway, store, public_url, ship, log)
    parts = urlsplit(public_url)
    own_origin = f"{parts.scheme}://{parts.netloc}"
    gateway_parts = urlsplit(gateway.url)
    framed_by = [shop_origin, f"{gateway_parts.scheme}://{gateway_parts.netloc}"]

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = 15

        def do_GET(self) -> None:
            self._route("GET")

        def do_POST(self) -> None:
            self._route("POST")

        def do_OPTIONS(self) -> None:
            self._reply(204, b"", {"Access-Control-Allow-Methods": "GET, POST", "Access-Control-Allow-Headers": "content-type, x-correlation-id"})

        def _route(self, method: str) -> None:
            path = urlsplit(self.path).path.removeprefix(parts.path)
            try:
                if path == "/session" and method == "POST":
                    self._open_session()
                elif (match := re.fullmatch(rf"/session/{ID}", path)) and method == "GET":
                    self._json(200, checkout.status(match[1]))
                elif match := re.fullmatch(rf"/return/{ID}/(\w+)", path):
                    self._return(match[1], match[2])
                elif (match := re.fullmatch(rf"/notify/{ID}/([\w-]+)", path)) and method == "POST":
                    self._notified(match[1], match[2])
                elif path == "/health" and method == "GET":
                    health = checkout.health()
                    self._json(503 if health["status"] == "down" else 200, health)
                else:
                    raise Problem(404, "not_found", "There is nothing here.")
            except Problem as problem:
                self._problem(problem)
            except Exception as error:  # noqa: BLE001 — a bug: named in the log, answered without detail
                log(f"{method} {re.sub('[0-9a-f]{32}|[^/]{32,}', '…', path)}: {type(error).__name__}: {error}")
                self._problem(Problem(500, "internal_error", "Something went wrong on our side."))

        def _open_session(self) -> None:
            origin, site = self.headers.get("Origin"), self.headers.get("Sec-Fetch-Site")
            if origin not in (shop_origin, own_origin, None) or (origin is None and site in ("cross-site", "same-site")):
                raise Problem(403, "origin_not_allowed", "Pages of this origin may not open a checkout.")
            # A form or text/plain body needs no preflight, so another site's page could send one.
            if self.headers.get_content_type() != "application/json":
                raise Problem(415, "unsupported_media_type", "Send application/json.")
            request = self._read_json()
            previous = request.get("previous")
            if request.get("reason", "open") not in ("open", "warm", "renew"):
                raise Problem(400, "invalid_request", "reason: expected open, warm or renew.")
            if previous is not None and not (isinstance(previous, str) and re.fullmatch(r"[\w.~-]{1,128}", previous, re.ASCII)):
                raise Problem(400, "invalid_request", "previous: expected a session id.")
            self._json(201, checkout.open(price(request.get("order"))))

        def _return(self, session_id: str, hint: str) -> None:
            known, nonce = checkout.returned(session_id), secrets.token_urlsafe(16)
            page = return_page(session_id, hint, f"{public_url}/session/{session_id}", shop_origin, nonce)
            headers = {"Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy(nonce, framed_by)}
            # A posted form is not read: the connection cannot be used again.
            self.close_connection = True
            self._reply(200 if known else 404, page.encode(), headers)

        def _notified(self, session_id: str, secret: str) -> None:
            checkout.notified(session_id, secret, self._read_json(), self.headers.get("Signature", ""))
            # Stored, so it may be acknowledged; the sweep polls the gateway and settles.
            notified.set()
            self._reply(200, b"OK", {"Content-Type": "text/plain; charset=utf-8"})

        def _read_json(self) -> dict[str, Any]:
            length = self.headers.get("Content-Length", "")
            if not length.isdecimal() or int(length) > MAX_BODY_BYTES:
                self.close_connection = True
                raise Problem(413, "body_too_large", "The body is too large, or has no Content-Length.")
            try:
                body = json.loads(self.rfile.read(int(length)))
            except (ValueError, RecursionError) as error:
                raise Problem(400, "invalid_request", "The body is not JSON.") from error
            if not isinstance(body, dict):
                raise Problem(400, "invalid_request", "The body is not a JSON object.")
            return body

        def _json(self, status: int, body: dict[str, Any]) -> None:
            self._reply(status, json.dumps(body).encode(), {"Content-Type": "application/json"})

        def _problem(self, problem: Problem) -> None:
            headers = {"Content-Type": "application/problem+json"}
            if "retryAfterMs" in problem.body:
                headers["Retry-After"] = str(max(1, -(-problem.body["retryAfterMs"] // 1000)))
            if self.command == "POST":
                # The body may not have been read.
                self.close_connection = True
            self._reply(problem.status, json.dumps(problem.body).encode(), headers)

        def _reply(self, status: int, body: bytes, headers: dict[str, str]) -> None:
            self.send_response(status)
            defaults = {
                "Cache-Control": "no-store",
                "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
                "Referrer-Policy": "no-referrer",
                "X-Content-Type-Options": "nosniff",
                "Vary": "Origin",
                "Content-Length": str(len(body)),
            }
            if self.headers.get("Origin") == shop_origin:
                defaults["Access-Control-Allow-Origin"] = shop_origin
            for name, value in {**defaults, **headers}.items():
                self.send_header(name, value)
            if self.close_connection:
                self.send_header("Connection", "close")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """The addresses hold secrets, so they are not logged."""

    notified = threading.Event()

    def sweep_forever() -> None:
        while True:
            notified.wait(SWEEP_EVERY_S)
            notified.clear()
            try:
                checkout.sweep()
            except Exception as error:  # noqa: BLE001 — the next sweep must come
                log(f"The sweep failed: {error}")

    threading.Thread(target=sweep_forever, daemon=True).start()
    return ThreadingHTTPServer(("127.0.0.1", int(settings.get("PORT", "8000"))), Handler)


if __name__ == "__main__":
    try:
        server = create_server(dict(os.environ))
    except KeyError as missing:
        sys.exit(
            f"The environment lacks {missing}. Expected HPP_BASE_URL, HPP_CLIENT_ID, HPP_CLIENT_SECRET, HPP_SIGNATURE_SECRET, HPP_TEST, "
            "PUBLIC_URL and SHOP_ORIGIN."
        )
    except ValueError as wrong:
        sys.exit(str(wrong))
    print(f"listening on {server.server_address[1]}", flush=True)
    server.serve_forever()
