"""Everything the documents leave open, as options that a test switches at run time.

An option holds for the whole gateway, or for the payments of one OrderReference.
"""

from __future__ import annotations

import copy
import json
import threading
from dataclasses import dataclass
from typing import Any

SPELLINGS = ("document", "pascal", "camel", "mixed", "lower", "upper")
ENDPOINTS = ("execute", "retrieve", "tokenise", "getToken", "deleteToken", "create", "page")


@dataclass(frozen=True)
class Option:
    name: str
    default: Any
    allowed: tuple | type
    meaning: str

    def check(self, value: Any) -> None:
        if isinstance(self.allowed, tuple):
            # `True` equals 1 in Python, so the type is compared as well.
            fits = any(type(value) is type(choice) and value == choice for choice in self.allowed)
            if list in self.allowed and isinstance(value, list):
                fits = all(isinstance(item, str) for item in value)
            if not fits:
                raise ValueError(f"{self.name} must be one of {self.allowed_text}")
        elif type(value) is not self.allowed:
            raise ValueError(f"{self.name} must be of type {self.allowed_text}")

    @property
    def allowed_text(self) -> str:
        if isinstance(self.allowed, tuple):
            return " | ".join("a list of names" if choice is list else str(choice) for choice in self.allowed)
        return {int: "integer", bool: "true | false", str: "text", dict: "object", list: "list"}[self.allowed]


OPTIONS = [
    # When the merchant learns the outcome.
    Option("notifyWhen", "atOnce", ("beforeCreateReply", "beforeRedirect", "atOnce", "afterRedirect", "never"),
           "`beforeCreateReply`: answered (2xx or not) before execute or create replies; a page session is then paid "
           "by the gateway itself. `beforeRedirect`: answered before the browser gets its redirect. `atOnce`: sent, not "
           "waited for. `afterRedirect`: sent once the redirect (or the direct connect reply) is written. `never`: until "
           "`/_control/deliver`"),
    Option("notifyDelayMs", 0, int, "further delay before the first delivery (with `atOnce` and `afterRedirect`)"),
    Option("notifyWaitMs", 5000, int, "longest wait of `beforeCreateReply` and `beforeRedirect`"),
    Option("redirectDelayMs", 0, int, "the page takes this long before it redirects"),
    Option("statusLagMs", 0, int, "the status endpoint goes on saying pending for this long; -1: until changed"),
    Option("statusUnknownMs", 0, int, "the status endpoint does not know the transaction for this long after its creation"),
    # What is notified.
    Option("notifyDirectConnect", True, bool, "direct connect payments are notified"),
    Option("notifyPayouts", True, bool, "payouts are notified"),
    Option("notifyFailures", True, bool, "declines, failures and cancellations are notified"),
    Option("notifyPending", False, bool, "a voucher that awaits its payment is notified as pending"),
    Option("notifyExpiry", False, bool, "a page session that expired is notified"),
    # How it is delivered.
    Option("notifyCopies", 1, int, "identical copies of each notification"),
    Option("notifyConcurrent", False, bool, "copies and preludes are sent at the same time"),
    Option("notifyPrelude", [], list, "status words notified as earlier attempts before the true one, e.g. `[\"Declined\"]`"),
    Option("notifyOrder", "inOrder", ("inOrder", "newestFirst"), "`newestFirst`: preludes arrive after the newer truth"),
    Option("notifySignature", "good", ("good", "wrong", "none"), "signature of notifications"),
    Option("notifyBody", "json", ("json", "form", "textPlain", "utf16", "bom", "gzip", "chunked"), "encoding of the notification's body"),
    Option("notifyRetry", True, bool, "deliver again until a 2xx"),
    Option("retryDelaysMs", [300, 600, 1200, 2400, 5000], list, "pauses between deliveries; the last one repeats"),
    Option("retryMax", 30, int, "deliveries of one notification at most"),
    Option("notifyTimeoutMs", 15000, int, "time the merchant has to answer"),
    Option("attemptNumbers", "perTransaction", ("perTransaction", "perNotification", "constant"), "how AttemptNumber counts"),
    # Which fields.
    Option("statusFields", "promised", ("promised", "profile", list),
           "`promised`: PspId, OrderReference, Status, isSuccess, errorMessage. `profile`: as N6. Or a list of names"),
    Option("statusOmit", [], list, "fields left out of the status answer"),
    Option("notificationOmit", [], list, "fields left out of the notification"),
    Option("statusSet", {}, dict, "fields of the status answer replaced by these JSON values"),
    Option("notificationSet", {}, dict, "fields of the notification replaced by these JSON values"),
    Option("executeOmit", [], list, "fields left out of direct connect answers (names as in the document)"),
    Option("executeSet", {}, dict, "fields of direct connect answers replaced by these JSON values"),
    Option("createOmit", [], list, "fields left out of the hosted page token answer"),
    Option("createSet", {}, dict, "fields of the hosted page token answer replaced by these JSON values"),
    Option("emptyAs", "document", ("document", "null", "absent", "empty"),
           "fields without a value. `document`: ClientAccount and Email are `\"\"`, the others null"),
    Option("udf", "include", ("include", "omit"), "UDF in notification and full status answer"),
    Option("cardTokens", True, bool, "successful card payments yield a card token"),
    Option("extraFields", {}, dict, "unknown fields (nested at will) added to every JSON answer and notification"),
    # How they are spelt and typed.
    Option("statusCase", "document", SPELLINGS, "spelling of the names of the status answer"),
    Option("notificationCase", "document", SPELLINGS, "… of the notification"),
    Option("executeCase", "document", SPELLINGS, "… of direct connect and payout answers"),
    Option("createCase", "document", SPELLINGS, "… of the hosted page token answer"),
    Option("pspIdAs", "document", ("document", "string", "number"), "type of the PspId everywhere"),
    Option("amountAs", "string", ("string", "number", "shortString"), "`shortString`: 10.50 as `\"10.5\"`"),
    Option("sentDateTimeAs", "ms", ("s", "ms", "us", "iso", "msText"), "unit and type of SentDateTime"),
    Option("authCodeAs", "string", ("string", "number"), "type of AuthCode"),
    Option("booleansAs", "boolean", ("boolean", "YN", "text", "number"), "Is3DS and CardInput"),
    Option("udfAs", "object", ("object", "list", "text"), "`list`: `[{\"Key\":…,\"Value\":…}]`; `text`: JSON inside a string"),
    Option("cardExpiryAs", "MM/YYYY", ("MM/YYYY", "MM/YY", "M/YY", "MMYY", "YYYY-MM"), "form of CardExpiry"),
    Option("statusWordCase", "document", ("document", "upper", "lower"), "case of status words everywhere"),
    Option("statusWords", {}, dict, "other words, e.g. `{\"Processed\": \"CAPTURED\"}`; keys: Processed, Pending, PENDING, "
           "Declined, Failed, Cancelled, Expired, Lapsed"),
    Option("bankAcceptAs", "document", ("document", "word", "boolean"), "`word`: YES/NO everywhere, `boolean`: true/false everywhere"),
    # Faults and failures.
    Option("faults", {}, dict, "per endpoint (" + " ".join(ENDPOINTS) + " or `*`): `{\"slowMs\", \"slowAfterMs\", \"cut\": "
           "\"before\" | \"after\" | \"middle\", \"status\", \"retryAfter\", \"times\"}`; `times` 0 or absent: always"),
    Option("failuresAs", "http", ("http", "ok200"), "refused calls: HTTP failure codes, or 200 with isSuccess false"),
    Option("httpStatus", {}, dict, "other HTTP codes per refusal: shape auth signature pci unknown reused mediaType unsupported"),
    Option("failureBody", "json", ("json", "html", "empty"), "body of refused calls"),
    Option("declineHttpStatus", 200, int, "HTTP code of a declined payment"),
    Option("declineIsSuccess", False, bool, "isSuccess of a declined direct connect payment (the request did succeed)"),
    Option("declineBankResponse", "Declined", str, "bankResponse of a declined direct connect payment"),
    Option("responseSignature", "good", ("good", "wrong", "none"), "signature of answers"),
    Option("checkSignature", True, bool, "requests must be signed"),
    # What is accepted.
    Option("readCase", "listed", ("listed", "any"), "names of requests: the listed spellings only, or any case"),
    Option("requiredFields", ["TransactionType", "Amount", "Currency", "OrderReference", "UniqueReference", "IsTest",
                              "RedirectionURL", "CallBackURL"], list, "fields that execute and create require"),
    Option("repeatedReference", "replay", ("replay", "reject", "allow"), "a UniqueReference seen before with the same body"),
    Option("fullCard", True, bool, "the merchant may send full card details (SAQ D)"),
    Option("live", True, bool, "IsTest false is accepted"),
    Option("payouts", True, bool, "the acquirer does payouts"),
    Option("midBalance", "10000.00", str, "balance of the MID per currency; successful payouts lower it"),
    Option("merchantInitiated", True, bool, "card token payments without CvV2 are approved by the acquirer"),
    Option("deleteTokenIn", "query", ("query", "body", "path", "any"), "where DELETE carries the token"),
    Option("deleteAnswer", 200, (200, 204), "answer to a successful DELETE"),
    # The page.
    Option("declineEndsPage", True, bool, "a decline ends the page; otherwise the customer may try again"),
    Option("hppLifetimeMs", 120_000, int, "the address of the page opens for this long"),
    Option("openPageLifetimeMs", 900_000, int, "a page or challenge opened in time can be completed for this long"),
    Option("authLifetimeDays", 30, int, "an AUTH lapses after this"),
    Option("voucherPaysAfterMs", -1, int, "a voucher is paid by itself after this; -1: when told"),
    Option("redirectBy", "303", ("303", "302", "page"), "`page`: a page whose script (or link) goes on"),
    Option("redirectQuery", "profile", ("profile", "none", "lower", "extra"), "query of the redirect (G5)"),
    Option("redirectSignature", "good", ("good", "wrong", "none"), "its Signature"),
    Option("frameAncestors", "*", str, "who may frame the page; empty: no policy is sent"),
]
BY_NAME = {option.name: option for option in OPTIONS}


class Options:
    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.reset()

    def reset(self) -> None:
        with self.lock:
            self.common = {option.name: copy.deepcopy(option.default) for option in OPTIONS}
            self.scoped: dict[str, dict[str, Any]] = {}
            self.consumed: dict[tuple[str | None, str], int] = {}

    def change(self, changes: dict[str, Any], order: str | None = None) -> None:
        for name, value in changes.items():
            if name not in BY_NAME:
                raise ValueError(f"unknown option {name}")
            BY_NAME[name].check(value)
        with self.lock:
            target = self.common if order is None else self.scoped.setdefault(order, {})
            target.update(copy.deepcopy(changes))
            if "faults" in changes:
                self.consumed = {key: n for key, n in self.consumed.items() if key[0] != order}

    def of(self, order: str | None = None) -> dict[str, Any]:
        with self.lock:
            return {**self.common, **self.scoped.get(order or "", {})}

    def fault(self, endpoint: str, order: str | None) -> dict[str, Any]:
        """The fault that hits this call, counted against its `times`."""
        with self.lock:
            for scope, source in ((order, self.scoped.get(order or "", {})), (None, self.common)):
                faults = source.get("faults", {})
                for name in (endpoint, "*"):
                    fault = faults.get(name)
                    if not fault:
                        continue
                    used = self.consumed.get((scope, name), 0)
                    if fault.get("times") and used >= fault["times"]:
                        continue
                    self.consumed[scope, name] = used + 1
                    return fault
        return {}


def markdown_table() -> str:
    lines = ["| Option | Default | Values | Meaning |", "|---|---|---|---|"]
    for option in OPTIONS:
        default = option.default if isinstance(option.default, str) else json.dumps(option.default)
        values = option.allowed_text.replace(" | ", " ∣ ")
        lines.append(f"| `{option.name}` | `{default}` | {values} | {option.meaning.replace(' | ', ' ∣ ')} |")
    return "\n".join(lines)
