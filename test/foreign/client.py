"""An independent client of the interface: signs, calls the six endpoints, verifies what comes back."""

from __future__ import annotations

import base64
import http.client
import json
import uuid
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

from foreign_gateway import signature

EXECUTE = "/api/directconnect/execute"
RETRIEVE = "/api/transactions/retrieve"
TOKENISE = "/api/cards/tokenise"
TOKENS = "/api/cards/tokens"
CREATE = "/api/hpptoken/create"


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    text: str
    json: Any
    signature_state: str
    """`good`, `wrong` or `none`."""

    def get(self, name: str, default: Any = None) -> Any:
        """A field by its name in any case (N1)."""
        if not isinstance(self.json, dict):
            return default
        return next((value for key, value in self.json.items() if key.lower() == name.lower()), default)

    def has(self, exact_name: str) -> bool:
        return isinstance(self.json, dict) and exact_name in self.json

    @property
    def success(self) -> bool:
        return 200 <= self.status < 300 and self.get("isSuccess") is True

    @property
    def refused(self) -> bool:
        """Not carried out: a failure code, or isSuccess false."""
        return 400 <= self.status < 500 or (self.status == 200 and self.get("isSuccess") is False)

    @property
    def accepted(self) -> bool:
        return self.success and self.get("bankAccept") in ("YES", True)


@dataclass
class Client:
    base_url: str
    client_id: str
    client_secret: str
    signature_secret: str
    timeout: float = 20
    forged: dict[str, str | None] = field(default_factory=dict)
    """Headers to send instead of the right ones; None leaves a header out."""

    def call(
        self, method: str, path: str, query: dict[str, str] | None = None, body: Any = None, raw: bytes | None = None
    ) -> Answer:
        base = urlsplit(self.base_url)
        basic = base64.b64encode(f"{self.client_id}:{self.client_secret}".encode()).decode()
        headers: dict[str, str | None] = {
            "Authorization": f"Basic {basic}",
            signature.HEADER: signature.sign(body if body is not None else query or {}, self.signature_secret),
            "Accept": "application/json",
        }
        data = raw
        if body is not None:
            data = raw or json.dumps(body, ensure_ascii=False).encode()
            headers["Content-Type"] = "application/json"
        headers.update(self.forged)
        kind = http.client.HTTPSConnection if base.scheme == "https" else http.client.HTTPConnection
        connection = kind(base.hostname or "", base.port, timeout=self.timeout)
        try:
            target = base.path.rstrip("/") + path + (f"?{urlencode(query)}" if query else "")
            connection.request(method, target, data, {n: v for n, v in headers.items() if v is not None})
            answer = connection.getresponse()
            text = answer.read().decode("utf-8", "replace")
            names = {name.lower(): value for name, value in answer.getheaders()}
        finally:
            connection.close()
        try:
            parsed = json.loads(text) if text else None
        except ValueError:
            parsed = None
        given = names.get(signature.HEADER.lower())
        state = "none" if given is None else "wrong"
        if given and signature.verify(parsed or {}, self.signature_secret, given):
            state = "good"
        return Answer(answer.status, names, text, parsed, state)

    def execute(self, body: dict[str, Any]) -> Answer:
        return self.call("POST", EXECUTE, body=body)

    def retrieve(self, **reference: Any) -> Answer:
        """By PspId, OrderReference, UniqueReference: those known."""
        return self.call("GET", RETRIEVE, query={name: str(value) for name, value in reference.items()})

    def tokenise(self, body: dict[str, Any]) -> Answer:
        return self.call("POST", TOKENISE, body=body)

    def get_token(self, token: str) -> Answer:
        return self.call("GET", f"{TOKENS}/{quote(token, safe='')}")

    def delete_token(self, token: str | None) -> Answer:
        return self.call("DELETE", TOKENISE, query={"cardToken": token} if token else None)

    def create(self, body: dict[str, Any]) -> Answer:
        return self.call("POST", CREATE, body=body)

    def verify(self, payload: Any, given: str | None) -> bool:
        """Whether a notification (or the query of a redirect, without its Signature) is the gateway's."""
        return signature.verify(payload, self.signature_secret, given)

    def forging(self, **headers: str | None) -> "Client":
        return Client(self.base_url, self.client_id, self.client_secret, self.signature_secret, self.timeout,
                      {name.replace("_", "-"): value for name, value in headers.items()})


def reference() -> str:
    return str(uuid.uuid4())
