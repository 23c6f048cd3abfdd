"""The six endpoints: authentication, signature, idempotency, and the answer."""

from __future__ import annotations

import base64
import datetime
import hmac
import json
import threading
import time
from decimal import Decimal
from typing import Any, Callable

from . import checks, shapes, signature
from .checks import Names, Refusal
from .ledger import PENDING, PROCESSED, Ledger, Transaction
from .masking import masked
from .notify import broken
from .options import Options
from .payments import Afterwards, Payments
from .wire import Request, Response

Answer = tuple[int, dict[str, Any] | None, Afterwards]
PATHS = {
    ("api", "directconnect", "execute"): {"POST": "execute"},
    ("api", "transactions", "retrieve"): {"GET": "retrieve"},
    ("api", "cards", "tokenise"): {"POST": "tokenise", "DELETE": "deleteToken"},
    ("api", "hpptoken", "create"): {"POST": "create"},
}


def endpoint_of(request: Request) -> str:
    parts = tuple(request.segments)
    methods = PATHS.get(parts)
    if methods is None and len(parts) == 4 and parts[:3] == ("api", "cards", "tokens"):
        methods = {"GET": "getToken"}
    if methods is None and len(parts) == 4 and parts[:3] == ("api", "cards", "tokenise"):
        methods = {"DELETE": "deleteToken"}
    if methods is None:
        raise Refusal("unknown", "No such path")
    if request.method not in methods:
        raise Refusal("method", f"{request.method} is not allowed here")
    return methods[request.method]


def without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Refusal("shape", "a name is given twice")
    return found


def parse_object(body: bytes) -> dict[str, Any]:
    def no_constant(word: str) -> None:
        raise ValueError(word)

    try:
        value = json.loads(body.decode("utf-8"), object_pairs_hook=without_repeats, parse_constant=no_constant)
    except (ValueError, RecursionError):
        raise Refusal("shape", "The body is no JSON" if body else "The body is empty") from None
    if not isinstance(value, dict):
        raise Refusal("shape", "The body is no JSON object")
    return value


class Api:
    def __init__(
        self, ledger: Ledger, options: Options, payments: Payments, client_id: str, client_secret: str, secret: str
    ) -> None:
        self.ledger = ledger
        self.options = options
        self.payments = payments
        self.secret = secret
        self.basic = "Basic " + base64.b64encode(f"{client_id}:{client_secret}".encode()).decode()
        self.base_url = ""
        self.in_flight: dict[str, threading.Lock] = {}

    # The call

    def handle(self, request: Request) -> Response:
        seen: dict[str, Any] = {
            "at": int(time.time() * 1000),
            "connection": request.connection,
            "requestIndex": request.index,
            "method": request.method,
            "target": masked(request.target),
            "framing": request.framing,
            "contentType": request.headers.get("content-type"),
            "userAgent": request.headers.get("user-agent"),
            "endpoint": None,
            "orderReference": None,
            "authorised": False,
            "signed": False,
            "body": None,
            "unlistedNames": [],
            "answer": None,
            "fault": None,
        }
        with self.ledger.lock:
            self.ledger.requests.append(seen)
        response = self.answer(request, seen)
        seen["answer"] = None if response.cut == "silent" else response.status
        return response

    def answer(self, request: Request, seen: dict[str, Any]) -> Response:
        body: dict[str, Any] = {}
        order: str | None = None
        try:
            endpoint = seen["endpoint"] = endpoint_of(request)
            body, order = self.peek(request)
            seen["orderReference"] = order
            fault = self.options.fault(endpoint, order)
            seen["fault"] = fault or None
            time.sleep(fault.get("slowMs", 0) / 1000)
            if fault.get("cut") == "before":
                return Response(cut="silent")
            if fault.get("status"):
                return self.faulty(fault, order)
        except Refusal as refusal:
            return self.refuse(refusal, self.options.of(order), False)
        options = self.options.of(order)
        payout = body.get("TransactionType") == "ORIGINALCREDIT"
        try:
            seen["authorised"] = hmac.compare_digest(
                request.headers.get("authorization", "").encode(), self.basic.encode()
            )
            if not seen["authorised"]:
                raise Refusal("auth", "Basic authentication failed")
            body = self.read_body(request, endpoint)
            seen["body"] = masked(body) if body else None
            seen["signed"] = self.signed(request, body)
            if options["checkSignature"] and not seen["signed"]:
                raise Refusal("signature", "The signature does not match")
            names = Names(options["readCase"] == "any", seen["unlistedNames"])
            act: Callable[..., Answer] = getattr(self, {"retrieve": "retrieve", "create": "create", "execute": "execute",
                                                        "tokenise": "tokenise", "getToken": "get_token",
                                                        "deleteToken": "delete_token"}[endpoint])
            status, answer, afterwards = act(request, body, names, options)
        except Refusal as refusal:
            response = self.refuse(refusal, options, payout)
            return self.spoil(response, fault)
        response = self.reply(status, answer, options)
        response.after = afterwards
        return self.spoil(response, fault)

    def peek(self, request: Request) -> tuple[dict[str, Any], str | None]:
        """The OrderReference a call is about, for its options; without judging the call yet."""
        body: dict[str, Any] = {}
        if request.method == "POST":
            try:
                body = parse_object(request.body)
            except Refusal:
                return {}, None
            order = body.get("OrderReference")
        else:
            query = request.query
            with self.ledger.lock:
                found = self.ledger.find(query.get("PspId"), query.get("OrderReference"), query.get("UniqueReference"))
            order = found.order if found and query else None
        return body, order if isinstance(order, str) else None

    @staticmethod
    def spoil(response: Response, fault: dict[str, Any]) -> Response:
        time.sleep(fault.get("slowAfterMs", 0) / 1000)
        if fault.get("cut") == "after":
            if response.after:
                response.after()
            return Response(cut="silent")
        if fault.get("cut") == "middle":
            response.cut = "middle"
        return response

    def faulty(self, fault: dict[str, Any], order: str | None) -> Response:
        response = self.reply(fault["status"], shapes.refused("The gateway is not available"), self.options.of(order))
        if "retryAfter" in fault:
            response.headers["Retry-After"] = str(fault["retryAfter"])
        return response

    def reply(self, status: int, answer: dict[str, Any] | None, options: dict[str, Any]) -> Response:
        body = b"" if answer is None else json.dumps(answer, ensure_ascii=False).encode()
        headers = {} if answer is None else {"Content-Type": "application/json; charset=utf-8"}
        if options["responseSignature"] != "none":
            good = signature.sign(answer or {}, self.secret)
            headers[signature.HEADER] = good if options["responseSignature"] == "good" else broken(good)
        return Response(status, body, headers)

    def refuse(self, refusal: Refusal, options: dict[str, Any], payout: bool) -> Response:
        if refusal.code == "business" or options["failuresAs"] == "ok200":
            return self.reply(200, {**shapes.refused(refusal.text, payout), **options["extraFields"]}, options)
        status = options["httpStatus"].get(refusal.code, checks.HTTP_STATUS[refusal.code])
        response = self.reply(status, shapes.refused(refusal.text, payout), options)
        if options["failureBody"] != "json":
            page = b"" if options["failureBody"] == "empty" else b"<!doctype html><title>Error</title><h1>Error</h1>"
            response = Response(status, page, {"Content-Type": "text/html"})
        if status == 401:
            response.headers["WWW-Authenticate"] = 'Basic realm="gateway"'
        return response

    def read_body(self, request: Request, endpoint: str) -> dict[str, Any]:
        if request.method == "POST" or (endpoint == "deleteToken" and request.body):
            if request.media_type != "application/json":
                raise Refusal("mediaType", "The body must be application/json")
            return parse_object(request.body)
        return {}

    def signed(self, request: Request, body: dict[str, Any]) -> bool:
        """POST signs its body; GET and DELETE their query as a flat object, or the body that DELETE carries."""
        given = request.headers.get(signature.HEADER.lower())
        if request.method == "POST":
            return signature.verify(body, self.secret, given)
        return signature.verify(request.query, self.secret, given) or (
            bool(body) and signature.verify(body, self.secret, given)
        )

    # Direct connect

    def execute(self, _request: Request, body: dict[str, Any], names: Names, options: dict[str, Any]) -> Answer:
        fields = names.read(body, checks.EXECUTE)
        return self.once(fields, options, lambda: self.execute_once(fields, names, options))

    def execute_once(self, fields: dict[str, Any], names: Names, options: dict[str, Any]) -> Answer:
        checks.need(fields, options["requiredFields"])
        kind = checks.text(fields, "TransactionType", "AUTH|PURC|ORIGINALCREDIT")
        common = self.common(fields, options, numbers=True)
        client = checks.client(fields, names, checks.DIRECT_CLIENT)
        checks.ip_address(fields)
        checks.browser(fields, names)
        routing = names.read(checks.record(fields, "Routing") or {}, ["ForcePayment", "ForceBank"], "Routing.")
        forced = checks.text(routing, "ForcePayment")
        if forced not in (None, "CARDS"):
            raise Refusal("unsupported", "Direct connect takes card payments only")
        common.update(
            type=kind,
            force_bank=checks.text(routing, "ForceBank"),
            email=client.get("Email", "") or "",
            account=client.get("ClientAccount", "") or "",
        )
        sources = [name for name in ("PaymentCredentials", "Card", "PspId", "PaymentDestination") if fields.get(name) is not None]
        if len(sources) != 1:
            raise Refusal("shape", "exactly one of PaymentCredentials, Card, PspId and PaymentDestination is required")
        if kind == "ORIGINALCREDIT":
            return self.pay_out(fields, common, sources[0], names, options)
        if sources[0] == "PaymentCredentials":
            card, code = self.typed_card(fields, names, options, common["account"])
            return self.pay(common, card, code, None, fields, names, options)
        if sources[0] != "Card":
            raise Refusal("shape", f"{sources[0]} belongs to payouts")
        given = names.read(checks.record(fields, "Card") or {}, ["CardToken", "CvV2"], "Card.")
        checks.need(given, ["CardToken"])
        token = checks.text(given, "CardToken", longest=64)
        card = self.ledger.vault.find(token)
        if card is None:
            raise Refusal("unknown", "The card token is not known")
        code = checks.security_code(given)
        if code is None and not options["merchantInitiated"]:
            raise Refusal("business", "The acquirer does not approve merchant-initiated payments")
        return self.pay(common, card, code, token, fields, names, options)

    def common(self, fields: dict[str, Any], options: dict[str, Any], numbers: bool) -> dict[str, Any]:
        common = checks.common(fields, numbers)
        if checks.truth(fields, "IsTest") is False and not options["live"]:
            raise Refusal("unsupported", "Only test transactions are accepted")
        return common

    def typed_card(self, fields: dict[str, Any], names: Names, options: dict[str, Any], account: str) -> Any:
        if not options["fullCard"]:
            raise Refusal("pci", "Full card details need SAQ D")
        given = names.read(checks.record(fields, "PaymentCredentials") or {}, checks.CREDENTIALS, "PaymentCredentials.")
        if given.get("PaymentSource") not in (None, "Card"):
            raise Refusal("shape", "PaymentSource is not valid")
        checks.text(given, "CardType")
        return checks.card(given, self.today(), account), checks.security_code(given)

    def today(self) -> datetime.date:
        return datetime.datetime.fromtimestamp(self.ledger.clock.now() / 1000, datetime.timezone.utc).date()

    def pay(
        self,
        common: dict[str, Any],
        card: Any,
        code: str | None,
        token: str | None,
        fields: dict[str, Any],
        names: Names,
        options: dict[str, Any],
    ) -> Answer:
        proven = checks.three_ds(fields, names) is not None
        unattended = token is not None and code is None
        transaction = self.ledger.open(kind="direct", **common)
        transaction.card_token = token
        word = self.payments.charge(transaction, card, code, token is None, authenticated=proven or unattended)
        transaction.authenticated = transaction.authenticated or proven
        redirect = f"{self.base_url}/challenge/{transaction.challenge}" if transaction.challenge else None
        afterwards = None if word == PENDING else self.payments.tell(transaction, word, redirecting=False)
        status = options["declineHttpStatus"] if word not in (PENDING, PROCESSED) else 200
        return status, shapes.executed(transaction, word, redirect, options), afterwards

    def pay_out(
        self, fields: dict[str, Any], common: dict[str, Any], source: str, names: Names, options: dict[str, Any]
    ) -> Answer:
        token = None
        if source == "PaymentCredentials":
            card, _ = self.typed_card(fields, names, options, common["account"])
        elif source == "PspId":
            card = self.earlier(fields).card
            if card is None:
                raise Refusal("unsupported", "The earlier transaction was not paid by card")
        elif source == "PaymentDestination":
            given = checks.record(fields, "PaymentDestination") or {}
            given = names.read(given, ["PaymentMethod", "CardToken"], "PaymentDestination.")
            if given.get("PaymentMethod") != "CardToken":
                raise Refusal("unsupported", "Payouts to this payment method are not supported")
            checks.need(given, ["CardToken"])
            token = checks.text(given, "CardToken", longest=64)
            card = self.ledger.vault.find(token)
            if card is None:
                raise Refusal("unknown", "The card token is not known")
        else:
            raise Refusal("shape", f"{source} belongs to payments")
        if not options["payouts"] or common["force_bank"] == "NO_OCT":
            raise Refusal("business", "The acquirer does not support payouts")
        with self.ledger.lock:
            paid = self.ledger.paid_out.get(common["currency"], Decimal(0))
            if paid + common["amount"] > Decimal(options["midBalance"]):
                raise Refusal("business", "The balance of the MID is not sufficient")
            transaction = self.ledger.open(kind="payout", **common)
            transaction.method, transaction.card = "card", card
            word = self.payments.settle(transaction, PROCESSED, None)
        afterwards = self.payments.tell(transaction, word, redirecting=False)
        return 200, shapes.executed(transaction, word, None, options), afterwards

    def earlier(self, fields: dict[str, Any]) -> Transaction:
        value = fields["PspId"]
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise Refusal("shape", "PspId must be a string")
        found = self.ledger.by_psp_id(value)
        if found is None or found.status != PROCESSED:
            raise Refusal("unknown", "No such successful transaction")
        return found

    # Idempotency

    def once(self, fields: dict[str, Any], options: dict[str, Any], act: Callable[[], Answer]) -> Answer:
        """A UniqueReference buys once: the same body gets the same answer, another body is refused."""
        unique = fields.get("UniqueReference")
        if not isinstance(unique, str) or not unique or options["repeatedReference"] == "allow":
            return act()
        with self.ledger.lock:
            turn = self.in_flight.setdefault(unique, threading.Lock())
        with turn:
            same = signature.sign(fields, self.secret)
            known = self.ledger.references.get(unique)
            if known:
                if known[0] != same or options["repeatedReference"] == "reject":
                    raise Refusal("reused", "The UniqueReference was used before")
                return known[1], known[2], None
            status, answer, afterwards = act()
            self.ledger.references[unique] = (same, status, answer or {})
            return status, answer, afterwards

    # The hosted page's session

    def create(self, _request: Request, body: dict[str, Any], names: Names, options: dict[str, Any]) -> Answer:
        fields = names.read(body, checks.CREATE)
        return self.once(fields, options, lambda: self.create_once(fields, names, options))

    def create_once(self, fields: dict[str, Any], names: Names, options: dict[str, Any]) -> Answer:
        checks.need(fields, options["requiredFields"])
        kind = checks.text(fields, "TransactionType", "AUTH|PURC")
        common = self.common(fields, options, numbers=False)
        client = checks.client(fields, names, checks.PAGE_CLIENT)
        configuration = checks.record(fields, "Configuration") or {}
        for name in configuration:
            checks.text(configuration, name)
        transaction = self.ledger.open(
            kind="page",
            type=kind,
            email=client.get("Email", "") or "",
            account=client.get("ClientAccount", "") or "",
            configuration=configuration,
            **common,
        )
        answer = shapes.created(transaction, f"{self.base_url}/page/{transaction.token}", options)
        afterwards = None
        if options["notifyWhen"] == "beforeCreateReply":
            card = checks.card(
                {"CardHolderName": "Early Bird", "CardNumber": "4242424242424242", "ExpMonth": "12",
                 "ExpYear": str(self.today().year + 2)}, self.today(), transaction.account)
            word = self.payments.charge(transaction, card, "123", True)
            afterwards = self.payments.tell(transaction, word, redirecting=True)
        return 200, answer, afterwards

    # Status

    def retrieve(self, request: Request, _body: dict[str, Any], names: Names, options: dict[str, Any]) -> Answer:
        query = names.read(dict(request.query), ["PspId", "OrderReference", "UniqueReference"])
        if not any(query.values()):
            raise Refusal("shape", "PspId, OrderReference or UniqueReference is required")
        self.payments.pass_time()
        with self.ledger.lock:
            found = self.ledger.find(query.get("PspId"), query.get("OrderReference"), query.get("UniqueReference"))
            word = self.payments.visible_word(found) if found else None
            if found is None or word is None:
                raise Refusal("unknown", "No such transaction")
            return 200, shapes.status_answer(found, word, options), None

    # Card tokens

    def tokenise(self, _request: Request, body: dict[str, Any], names: Names, options: dict[str, Any]) -> Answer:
        fields = names.read(body, checks.TOKENISE)
        account = checks.text(fields, "ClientAccount") or ""
        token = self.ledger.vault.store(checks.card(fields, self.today(), account))
        return 200, {"cardToken": token, "isSuccess": True, "errorMessage": None, **options["extraFields"]}, None

    def get_token(self, request: Request, _body: dict[str, Any], _names: Names, options: dict[str, Any]) -> Answer:
        token = request.segments[-1]
        card = self.ledger.vault.find(token)
        if card is None:
            raise Refusal("unknown", "The card token is not known")
        answer = {
            "cardToken": token,
            "cardNumber": card.masked_number,
            "cardHolderName": card.holder,
            "cardExpiry": shapes.expiry(card.month, card.year, options),
            "cardType": card.scheme,
            "clientAccount": card.account,
            "isSuccess": True,
            "errorMessage": None,
        }
        return 200, {**answer, **options["extraFields"]}, None

    def delete_token(self, request: Request, body: dict[str, Any], _names: Names, options: dict[str, Any]) -> Answer:
        carriers = {
            "query": request.query.get("cardToken"),
            "body": body.get("cardToken", body.get("CardToken")),
            "path": request.segments[3] if len(request.segments) == 4 else None,
        }
        where = options["deleteTokenIn"]
        token = next(filter(None, carriers.values()), None) if where == "any" else carriers[where]
        if not token:
            raise Refusal("shape", "The card token is required")
        if not self.ledger.vault.delete(token):
            raise Refusal("unknown", "The card token is not known")
        if options["deleteAnswer"] == 204:
            return 204, None, None
        return 200, {"isSuccess": True, "errorMessage": None, **options["extraFields"]}, None
