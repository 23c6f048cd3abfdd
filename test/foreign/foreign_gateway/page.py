"""The hosted payment page: plain forms that work alone, in a frame and without script."""

from __future__ import annotations

import datetime
import html
import time
from typing import Any
from urllib.parse import parse_qs

from . import checks
from .checks import Refusal
from .ledger import CANCELLED, DECLINED, EXPIRED, FAILED, PENDING, Transaction
from .options import Options
from .payments import Payments
from .wire import Request, Response

STYLE = """
:root { color-scheme: light dark; font: 16px/1.4 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 26rem; padding: 1rem; }
form { display: grid; gap: .5rem; margin-block: 1rem; }
input, button { font: inherit; padding: .5rem; }
.problem { color: #b00020; }
"""


def document(title: str, content: str, status: int = 200) -> Response:
    text = (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{html.escape(title)}</title><style>{STYLE}</style></head>"
        f"<body><main><h1>{html.escape(title)}</h1>{content}</main></body></html>"
    )
    return Response(status, text.encode(), {"Content-Type": "text/html; charset=utf-8"})


def field(name: str, label: str, complete: str, value: str = "", kind: str = "text") -> str:
    return (
        f'<label for="{name}">{label}</label>'
        f'<input id="{name}" name="{name}" type="{kind}" autocomplete="{complete}" value="{html.escape(value)}" required>'
    )


def card_form(transaction: Transaction, problem: str | None, holder: str = "") -> Response:
    base = f"/page/{transaction.token}"
    told = f'<p class="problem" role="alert" id="problem">{html.escape(problem)}</p>' if problem else ""
    content = f"""
<p>Order {html.escape(transaction.order)}: <strong id="amount">{transaction.amount_text} {transaction.currency}</strong></p>
{told}
<form method="post" action="{base}/card" id="card-form">
{field("cardNumber", "Card number", "cc-number")}
{field("expMonth", "Expiry month (two digits)", "cc-exp-month")}
{field("expYear", "Expiry year (four digits)", "cc-exp-year")}
{field("cvv", "Security code", "cc-csc", kind="password")}
{field("cardHolderName", "Name on the card", "cc-name", holder)}
<button id="pay">Pay by card</button>
</form>
<form method="post" action="{base}/voucher" id="voucher-form"><button id="voucher">Pay with a voucher</button></form>
<form method="post" action="{base}/cancel" id="cancel-form"><button id="cancel">Cancel</button></form>
"""
    return document("Payment", content, 422 if problem else 200)


class Page:
    def __init__(self, payments: Payments, options: Options) -> None:
        self.payments = payments
        self.options = options
        self.ledger = payments.ledger

    def handle(self, request: Request) -> Response:
        parts = request.segments
        with self.ledger.lock:
            find = self.ledger.by_token if parts[0] == "page" else self.ledger.by_challenge
            transaction = find(parts[1]) if len(parts) > 1 else None
        if transaction is None:
            return document("Not found", "<p>This address is not, or no longer, known.</p>", 404)
        options = self.options.of(transaction.order)
        fault = self.options.fault("page", transaction.order)
        time.sleep(fault.get("slowMs", 0) / 1000)
        if fault.get("cut") == "before":
            return Response(cut="silent")
        if fault.get("status"):
            response = document("Error", "<p>The page is not available.</p>", fault["status"])
        else:
            response = self.answer(request, transaction, parts[0], parts[2] if len(parts) > 2 else "")
        if options["frameAncestors"]:
            response.headers["Content-Security-Policy"] = f"frame-ancestors {options['frameAncestors']}"
        response.headers["Referrer-Policy"] = "no-referrer"
        time.sleep(fault.get("slowAfterMs", 0) / 1000)
        if fault.get("cut") == "after":
            if response.after:
                response.after()
            return Response(cut="silent")
        response.cut = "middle" if fault.get("cut") == "middle" else response.cut
        return response

    def answer(self, request: Request, transaction: Transaction, place: str, action: str) -> Response:
        self.payments.pass_time()
        if request.method == "GET":
            if place == "challenge":
                return self.challenge(transaction)
            return {"": self.open, "voucher": self.voucher, "continue": self.go_on}.get(action, self.missing)(transaction)
        if request.method != "POST":
            return document("Not allowed", "<p>This page takes GET and POST.</p>", 405)
        form = {name: values[-1] for name, values in parse_qs(request.body.decode("latin-1"), encoding="utf-8").items()}
        if transaction.done:
            return self.redirect(transaction, transaction.status, None)
        if place == "challenge":
            return self.challenged(transaction, form.get("answer", ""))
        if transaction.page_opened is None:
            return document("Expired", "<p>Open the page first.</p>", 410)
        return {"card": self.card, "voucher": self.issue_voucher, "cancel": self.cancel}.get(
            action, lambda t, f: self.missing(t)
        )(transaction, form)

    @staticmethod
    def missing(_transaction: Transaction) -> Response:
        return document("Not found", "<p>This address is not known.</p>", 404)

    def open(self, transaction: Transaction) -> Response:
        if transaction.done:
            return self.finished(transaction)
        if not self.payments.page_open(transaction):
            return document("Expired", "<p>This payment page has expired.</p>", 410)
        with self.ledger.lock:
            transaction.page_opened = transaction.page_opened or self.ledger.clock.now()
        return card_form(transaction, None)

    def finished(self, transaction: Transaction) -> Response:
        if transaction.status != EXPIRED and self.payments.page_open(transaction):
            return self.redirect(transaction, transaction.status, None)
        if transaction.status == EXPIRED:
            return document("Expired", "<p>This payment page has expired.</p>", 410)
        url = html.escape(self.payments.return_url(transaction, transaction.status))
        return document("Payment finished", f'<p>This payment is finished. <a id="continue" href="{url}">Continue</a></p>', 410)

    # The card

    def card(self, transaction: Transaction, form: dict[str, str]) -> Response:
        number = "".join(form.get("cardNumber", "").split()).replace("-", "")
        holder = form.get("cardHolderName", "").strip()
        today = datetime.datetime.fromtimestamp(self.ledger.clock.now() / 1000, datetime.timezone.utc).date()
        try:
            card = checks.card(
                {
                    "CardHolderName": holder,
                    "CardNumber": number,
                    "ExpMonth": form.get("expMonth", "").strip(),
                    "ExpYear": form.get("expYear", "").strip(),
                },
                today,
                transaction.account,
            )
            code = checks.security_code({"CvV2": form.get("cvv", "").strip()})
        except Refusal as refusal:
            return card_form(transaction, refusal.text, holder)
        with self.ledger.lock:
            done = transaction.done
            word = transaction.status if done else self.payments.charge(transaction, card, code, True)
            challenge = transaction.challenge
        if done:
            return self.redirect(transaction, word, None)
        if word == PENDING and challenge:
            return Response(303, b"", {"Location": f"/challenge/{challenge}"})
        return self.after_attempt(transaction, word)

    def after_attempt(self, transaction: Transaction, word: str) -> Response:
        afterwards = None if word == PENDING else self.payments.tell(transaction, word, redirecting=True)
        if word in (DECLINED, FAILED) and not transaction.done:
            response = card_form(transaction, transaction.error or "The payment was declined")
            response.after = afterwards
            return response
        return self.redirect(transaction, word, afterwards)

    def redirect(self, transaction: Transaction, word: str, afterwards: Any) -> Response:
        options = self.options.of(transaction.order)
        time.sleep(options["redirectDelayMs"] / 1000)
        url = self.payments.return_url(transaction, word)
        if options["redirectBy"] == "page":
            link = html.escape(url)
            response = document(
                "Back to the shop",
                f'<p><a id="continue" href="{link}">Continue</a></p>'
                "<script>location.replace(document.getElementById('continue').href)</script>",
            )
        else:
            response = Response(int(options["redirectBy"]), b"", {"Location": url})
        response.after = afterwards
        return response

    # 3-D Secure

    @staticmethod
    def challenge(transaction: Transaction) -> Response:
        content = f"""
<p>Your bank asks you to confirm <strong>{transaction.amount_text} {transaction.currency}</strong>.</p>
<form method="post" id="challenge-form">
<button id="approve" name="answer" value="approve">Approve</button>
<button id="decline" name="answer" value="decline">Decline</button>
</form>
"""
        return document("3-D Secure", content)

    def challenged(self, transaction: Transaction, answer: str) -> Response:
        if answer not in ("approve", "decline"):
            return self.challenge(transaction)
        with self.ledger.lock:
            done = transaction.done or transaction.challenge is None
            word = transaction.status if done else self.payments.answer_challenge(transaction, answer == "approve")
        if done:
            return self.redirect(transaction, word, None)
        if word in (DECLINED, FAILED) and not transaction.done:
            # Another try happens on the page, not on the bank's address.
            if afterwards := self.payments.tell(transaction, word, redirecting=True):
                afterwards()
            return Response(303, b"", {"Location": f"/page/{transaction.token}"})
        return self.after_attempt(transaction, word)

    # The voucher

    def issue_voucher(self, transaction: Transaction, _form: dict[str, str]) -> Response:
        with self.ledger.lock:
            if not transaction.done and transaction.method != "voucher":
                transaction.method, transaction.card = "voucher", None
                transaction.attempts.append(
                    {"at": self.ledger.clock.now(), "method": "voucher", "status": PENDING, "error": None}
                )
        afterwards = self.payments.tell(transaction, PENDING, redirecting=True)
        return Response(303, b"", {"Location": f"/page/{transaction.token}/voucher"}, after=afterwards)

    @staticmethod
    def voucher(transaction: Transaction) -> Response:
        content = f"""
<p>Pay {transaction.amount_text} {transaction.currency} at any kiosk with this number:
<strong id="voucher-number">V{transaction.psp_id}</strong></p>
<p><a id="continue" href="/page/{transaction.token}/continue">Back to the shop</a></p>
"""
        return document("Voucher", content)

    def go_on(self, transaction: Transaction) -> Response:
        return self.redirect(transaction, transaction.status, None)

    def cancel(self, transaction: Transaction, _form: dict[str, str]) -> Response:
        with self.ledger.lock:
            done = transaction.done
            word = transaction.status if done else self.payments.settle(transaction, CANCELLED, "Cancelled by the customer")
        if done:
            return self.redirect(transaction, word, None)
        return self.redirect(transaction, word, self.payments.tell(transaction, word, redirecting=True))
