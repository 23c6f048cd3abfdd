"""The parts put together."""

from __future__ import annotations

import sys
import traceback

from .api import Api
from .control import Control
from .ledger import Ledger
from .notify import Notifier
from .options import Options
from .page import Page
from .payments import Payments, keep_time
from .wire import Request, Response, StrictServer


class Gateway:
    def __init__(
        self,
        client_id: str,
        client_secret: str,
        signature_secret: str,
        host: str = "127.0.0.1",
        port: int = 0,
        public_url: str | None = None,
        log: bool = False,
    ) -> None:
        self.log = log
        self.ledger = Ledger()
        self.options = Options()
        self.notifier = Notifier(self.ledger, self.options, signature_secret)
        self.payments = Payments(self.ledger, self.options, self.notifier, signature_secret)
        self.api = Api(self.ledger, self.options, self.payments, client_id, client_secret, signature_secret)
        self.page = Page(self.payments, self.options)
        self.control = Control(self.payments)
        self.server = StrictServer(self.handle, self.record_fault, host, port)
        self.base_url = self.api.base_url = (public_url or self.server.base_url).rstrip("/")

    def start(self) -> "Gateway":
        keep_time(self.payments)
        self.server.start()
        return self

    def record_fault(self, fault: dict) -> None:
        with self.ledger.lock:
            self.ledger.protocol_errors.append(fault)
        self.write(f"protocol error: {fault['detail']}")

    def handle(self, request: Request) -> Response:
        try:
            first = request.segments[0] if request.segments else ""
            if first == "_control":
                response = self.control.handle(request)
            elif first in ("page", "challenge"):
                response = self.page.handle(request)
            else:
                response = self.api.handle(request)
        except Exception:
            # The log names the place only: a message could quote what a customer typed.
            place = traceback.extract_tb(sys.exc_info()[2])[-1]
            print(f"{sys.exc_info()[0].__name__} in {place.name}, line {place.lineno}", file=sys.stderr, flush=True)
            response = Response(500, b'{"isSuccess": false, "errorMessage": "Internal error"}',
                                {"Content-Type": "application/json"})
        self.write(f"{request.method} {request.path} {'cut' if response.cut else response.status}")
        return response

    def write(self, line: str) -> None:
        if self.log:
            print(line, file=sys.stderr, flush=True)
