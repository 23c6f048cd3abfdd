"""The client of the gateway: authentication, signatures, and the two operations that a shop needs."""

import base64
import hashlib
import hmac
import json
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from typing import Any

TIMEOUT_S = 10


class GatewayUnavailable(Exception):
    """No answer that can be used. What the gateway did with the request is not known."""


class GatewayRefused(Exception):
    """The gateway said no to the request itself: a wrong setting, or a bug of ours."""


@dataclass(frozen=True)
class Gateway:
    url: str
    client_id: str
    client_secret: str
    signature_secret: str
    test: bool

    def create_page(self, request: dict[str, Any]) -> dict[str, Any]:
        answer = self._call("POST", "/api/hpptoken/create", body=request)
        if answer is None or not answer.get("isSuccess") or not isinstance(answer.get("redirectUrl"), str):
            raise GatewayRefused("The gateway made no page.")
        return answer

    def retrieve(self, **reference: str) -> dict[str, Any] | None:
        """What the gateway knows of a transaction; None for one that it has never seen."""
        return self._call("GET", "/api/transactions/retrieve", query=reference)

    def is_genuine(self, payload: Any, signature: str) -> bool:
        return hmac.compare_digest(sign(payload, self.signature_secret).encode(), signature.encode())

    def _call(self, method: str, path: str, body: Any = None, query: dict[str, str] | None = None) -> dict[str, Any] | None:
        address = self.url + path + ("?" + urllib.parse.urlencode(query) if query else "")
        credentials = base64.b64encode(f"{self.client_id}:{self.client_secret}".encode()).decode()
        request = urllib.request.Request(
            address,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Authorization": f"Basic {credentials}",
                "Signature": sign(query if body is None else body, self.signature_secret),
                "Content-Type": "application/json",
                "Accept": "application/json",
            },
        )
        try:
            with urllib.request.build_opener(NoRedirect).open(request, timeout=TIMEOUT_S) as response:
                answer = json.loads(response.read(1_000_000))
                signature = response.headers.get("Signature")
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            if error.code < 500 and error.code != 429:
                raise GatewayRefused(f"The gateway answered {error.code} to {method} {path}.") from error
            raise GatewayUnavailable(f"The gateway answered {error.code}.") from error
        except (OSError, ValueError) as error:
            raise GatewayUnavailable("The gateway gave no answer that can be read.") from error
        if not isinstance(answer, dict) or (signature is not None and not self.is_genuine(answer, signature)):
            raise GatewayUnavailable("The gateway's answer is not genuine.")
        return answer


class NoRedirect(urllib.request.HTTPRedirectHandler):
    """Credentials are never sent to another address."""

    def redirect_request(self, *_: Any) -> None:
        return None


def sign(payload: Any, secret: str) -> str:
    """Base64 of HMAC-SHA-256 over the canonical text."""
    digest = hmac.new(secret.encode(), canonical_text(payload).encode(), hashlib.sha256).digest()
    return base64.b64encode(digest).decode()


def canonical_text(payload: Any) -> str:
    """`key=value` pairs, nested keys joined by a dot, list items as `[i]`, sorted by key, joined by `&`, lower-cased."""
    return "&".join(f"{key}={value}" for key, value in sorted(_flatten(payload, "", 0))).lower()


def _flatten(value: Any, path: str, depth: int) -> list[tuple[str, str]]:
    if depth > 16:
        raise ValueError("The payload nests too deep to be signed.")
    if isinstance(value, dict):
        return [pair for key, inner in value.items() for pair in _flatten(inner, f"{path}.{key}" if path else key, depth + 1)]
    if isinstance(value, list):
        return [pair for index, inner in enumerate(value) for pair in _flatten(inner, f"{path}[{index}]", depth + 1)]
    return [(path, _text(value))] if path else []


def _text(value: Any) -> str:
    """As the gateway writes it: `true`, `10`, `10.5`, and nothing for null."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
