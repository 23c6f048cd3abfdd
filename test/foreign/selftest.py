#!/usr/bin/env python3
"""The folder's own tests: known answers, conformance.py against gateway.py, and what each option does."""

from __future__ import annotations

import http.client
import io
import json
import pathlib
import re
import subprocess
import sys
import time
import unittest
from contextlib import redirect_stdout
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import conformance
from client import Answer, Client
from conformance_checks.harness import APPROVED, CHALLENGED, DECLINED, Delivery, Inbox, Shop, callback_path, credentials
from foreign_gateway import signature
from foreign_gateway.options import OPTIONS, markdown_table

HERE = pathlib.Path(__file__).resolve().parent
CREDENTIALS = ("merchant", "pass:word", "a signing secret")
CARD = {"cardNumber": APPROVED[0], "expMonth": "12", "expYear": credentials()["ExpYear"], "cvv": "123", "cardHolderName": "Ada L"}


class Page:
    """A customer without a browser: opens addresses and posts the page's forms."""

    def call(self, method: str, url: str, form: dict[str, str] | None = None) -> tuple[int, str, str]:
        parts = urlsplit(url)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=10)
        try:
            body = None if form is None else urlencode(form)
            connection.request(method, parts.path, body, {"Content-Type": "application/x-www-form-urlencoded"})
            answer = connection.getresponse()
            location = answer.getheader("Location", "")
            if location.startswith("/"):
                location = f"{parts.scheme}://{parts.netloc}{location}"
            return answer.status, location, answer.read().decode()
        finally:
            connection.close()

    def get(self, url: str) -> tuple[int, str, str]:
        return self.call("GET", url)

    def post(self, url: str, **form: str) -> tuple[int, str, str]:
        return self.call("POST", url, form)


class GatewayTest(unittest.TestCase):
    process: subprocess.Popen
    base_url: str

    @classmethod
    def setUpClass(cls) -> None:
        command = [sys.executable, str(HERE / "gateway.py"), "--port", "0"]
        for name, value in zip(("--client-id", "--client-secret", "--signature-secret"), CREDENTIALS):
            command += [name, value]
        cls.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        cls.base_url = json.loads(cls.process.stdout.readline())["baseUrl"]

    @classmethod
    def tearDownClass(cls) -> None:
        cls.process.terminate()
        cls.process.wait(5)
        cls.process.stdout.close()

    def setUp(self) -> None:
        self.client = Client(self.base_url, *CREDENTIALS)
        self.inbox = Inbox()
        self.shop = Shop(self.client, self.inbox)
        self.page = Page()
        self.control("reset", {"ledger": True})

    def control(self, name: str, order: dict[str, Any] | None = None, expected: int = 200) -> Any:
        parts = urlsplit(self.base_url)
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=10)
        connection.request("GET" if order is None else "POST", f"/_control/{name}", None if order is None else json.dumps(order))
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        self.assertEqual(answer.status, expected, text)
        return json.loads(text)

    def options(self, **changes: Any) -> None:
        self.control("options", changes)

    def session(self, **over: Any) -> tuple[dict[str, Any], Answer]:
        body = self.shop.order(**over)
        answer = self.client.create(body)
        self.assertTrue(answer.success, answer.text)
        return body, answer

    def pay(self, over: dict[str, Any] | None = None, **card: str) -> tuple[dict[str, Any], Answer, tuple[int, str, str]]:
        body, answer = self.session(**(over or {}))
        url = answer.get("redirectUrl")
        self.assertEqual(self.page.get(url)[0], 200)
        return body, answer, self.page.post(f"{url}/card", **{**CARD, **card})

    def told(self, body: dict[str, Any], count: int = 1) -> list[Delivery]:
        return self.inbox.wait(callback_path(body), count, 5)

    def paid_notification(self) -> dict[str, Any]:
        body = self.shop.card_order(UDF={"a": "b"}, Client={"email": "x@example.com"})
        self.shop.execute(body)
        return self.told(body)[-1].payload


class KnownAnswers(unittest.TestCase):
    def test_vectors(self) -> None:
        for vector in json.loads((HERE / "signature-vectors.json").read_text()):
            self.assertEqual(signature.canonical(vector["payload"]), vector["canonical"])
            self.assertEqual(signature.sign(vector["payload"], vector["secret"]), vector["signature"])

    def test_readme_has_the_table_of_options(self) -> None:
        self.assertIn(markdown_table(), (HERE / "README.md").read_text())


class Conformance(GatewayTest):
    def run_checks(self, only: str | None = None) -> list[dict]:
        with redirect_stdout(io.StringIO()):
            return conformance.run(self.client, only)

    def test_gateway_conforms(self) -> None:
        failed = [result for result in self.run_checks() if result["ok"] is False]
        self.assertEqual(failed, [])

    def test_checks_find_what_options_break(self) -> None:
        for changes, only in (
            ({"notifySignature": "wrong"}, "notification-is-signed"),
            ({"notifyBody": "form"}, "payment-is-notified"),
            ({"amountAs": "number"}, "notification-field: Amount"),
            ({"pspIdAs": "number"}, "notification-field: PspId"),
            ({"responseSignature": "wrong"}, "answers-are-signed"),
            ({"responseSignature": "none"}, "answers-are-signed"),
            ({"repeatedReference": "allow"}, "repeated-request-at-the-same-time"),
            ({"checkSignature": False}, "no-signature-is-refused"),
            ({"createCase": "pascal"}, "session-is-created"),
            ({"executeCase": "pascal"}, "card-payment-answers"),
            ({"bankAcceptAs": "boolean"}, "card-payment-answers"),
            ({"notifyFailures": False, "notifyWaitMs": 1}, "decline-is-notified"),
            ({"statusLagMs": -1}, "status-is-found-by"),
        ):
            with self.subTest(changes=changes):
                self.control("reset", {})
                self.options(**changes)
                results = self.run_checks(only)
                self.assertTrue(results)
                self.assertTrue(all(result["ok"] is False for result in results), results)


class HostedPage(GatewayTest):
    def test_card_then_redirect_and_notification(self) -> None:
        body, answer, (status, location, _) = self.pay()
        self.assertEqual(status, 303)
        self.assertTrue(location.startswith(body["RedirectionURL"]))
        query = dict(parse_qsl(urlsplit(location).query))
        given = query.pop("Signature")
        self.assertEqual(query, {"Pspid": str(answer.get("pspid")), "OrderReference": body["OrderReference"], "Status": "Processed"})
        self.assertTrue(self.client.verify(query, given))
        self.assertEqual(self.told(body)[0].get("Status"), "Processed")
        self.assertEqual(self.client.retrieve(PspId=answer.get("pspid")).json.keys(),
                         {"PspId", "OrderReference", "Status", "isSuccess", "errorMessage"})

    def test_challenge(self) -> None:
        for choice, word in (("approve", "Processed"), ("decline", "Declined")):
            body, _, (status, location, _) = self.pay(cardNumber=CHALLENGED)
            self.assertEqual(status, 303)
            self.assertIn("challenge-form", self.page.get(location)[2])
            _, back, _ = self.page.post(location, answer=choice)
            self.assertTrue(back.startswith(body["RedirectionURL" if choice == "approve" else "FailRedirectionURL"]))
            told = self.told(body)[0]
            self.assertEqual((told.get("Status"), told.get("Is3DS")), (word, True))

    def test_direct_connect_challenge(self) -> None:
        body = self.shop.card_order(CHALLENGED)
        url = self.shop.execute(body).get("redirectUrl")
        self.assertEqual(self.page.get(url)[0], 200)
        self.assertTrue(self.page.post(url, answer="approve")[1].startswith(body["RedirectionURL"]))
        self.assertEqual(self.told(body)[0].get("Is3DS"), True)

    def test_decline_ends_the_page_or_not(self) -> None:
        body, _, (status, location, _) = self.pay(cardNumber=DECLINED)
        self.assertTrue(status == 303 and location.startswith(body["FailRedirectionURL"]))
        self.options(declineEndsPage=False)
        body, answer, (status, _, text) = self.pay(cardNumber=DECLINED)
        self.assertEqual(status, 422)
        self.assertIn('id="problem"', text)
        self.told(body, 1)
        self.assertEqual(self.page.post(answer.get("redirectUrl") + "/card", **CARD)[0], 303)
        told = self.told(body, 2)
        self.assertEqual([(t.get("Status"), t.get("AttemptNumber")) for t in told], [("Declined", 1), ("Processed", 2)])

    def test_no_fail_address(self) -> None:
        body, _, (_, location, _) = self.pay({"FailRedirectionURL": ...}, cardNumber=DECLINED)
        self.assertTrue(location.startswith(body["RedirectionURL"]))

    def test_typing_errors_stay_on_the_page(self) -> None:
        for wrong in ({"cardNumber": "4242"}, {"expYear": "2001"}, {"cvv": "1"}, {"cardHolderName": ""}):
            self.assertEqual(self.pay(**wrong)[2][0], 422)

    def test_cancel(self) -> None:
        body, answer = self.session()
        self.page.get(answer.get("redirectUrl"))
        _, location, _ = self.page.post(answer.get("redirectUrl") + "/cancel")
        self.assertTrue(location.startswith(body["FailRedirectionURL"]))
        self.assertEqual(self.told(body)[0].get("Status"), "Cancelled")

    def test_voucher(self) -> None:
        body, answer = self.session()
        url = answer.get("redirectUrl")
        self.page.get(url)
        _, location, _ = self.page.post(f"{url}/voucher")
        self.assertIn("voucher-number", self.page.get(location)[2])
        _, back, _ = self.page.get(f"{url}/continue")
        self.assertIn("Status=PENDING", back)
        self.control("clock", {"advanceDays": 1})
        self.assertEqual(self.client.retrieve(PspId=answer.get("pspid")).get("Status"), "PENDING")
        self.control("pay", {"pspId": answer.get("pspid")})
        told = self.told(body)[0]
        self.assertEqual((told.get("Status"), told.get("CardToken")), ("Processed", None))

    def test_voucher_pays_by_itself(self) -> None:
        self.options(voucherPaysAfterMs=60_000)
        body, answer = self.session()
        self.page.get(answer.get("redirectUrl"))
        self.page.post(answer.get("redirectUrl") + "/voucher")
        self.control("clock", {"advanceMs": 60_000})
        self.assertEqual(self.told(body)[0].get("Status"), "Processed")

    def test_lifetime(self) -> None:
        self.control("clock", {"freeze": True})
        _, answer = self.session()
        self.control("clock", {"advanceMs": 119_999})
        self.assertEqual(self.page.get(answer.get("redirectUrl"))[0], 200)
        self.control("clock", {"advanceMs": 1})
        self.assertEqual(self.page.get(answer.get("redirectUrl"))[0], 410)
        self.assertEqual(self.page.post(answer.get("redirectUrl") + "/card", **CARD)[0], 303)
        _, unopened = self.session()
        self.control("clock", {"advanceMs": 120_000})
        self.assertEqual(self.client.retrieve(PspId=unopened.get("pspid")).get("Status"), "Expired")

    def test_authorisation_lapses(self) -> None:
        answer = self.shop.paid(self.shop.card_order(TransactionType="AUTH"))
        self.control("clock", {"advanceDays": 29.9})
        self.assertEqual(self.client.retrieve(PspId=answer.get("pspid")).get("Status"), "Processed")
        self.control("clock", {"advanceDays": 0.1})
        self.assertEqual(self.client.retrieve(PspId=answer.get("pspid")).get("Status"), "Expired")

    def test_redirects(self) -> None:
        self.options(redirectBy="page")
        self.assertIn("location.replace", self.pay()[2][2])
        self.options(redirectBy="302", redirectQuery="none")
        body, _, (status, location, _) = self.pay()
        self.assertEqual((status, location), (302, body["RedirectionURL"]))


class Order(GatewayTest):
    def test_before_the_create_reply(self) -> None:
        self.options(notifyWhen="beforeCreateReply")
        body, answer = self.session()
        self.assertEqual(len(self.inbox.of(callback_path(body))), 1)
        self.assertEqual(answer.get("status"), "PENDING")

    def test_before_the_redirect(self) -> None:
        self.options(notifyWhen="beforeRedirect")
        body, _, _ = self.pay()
        self.assertEqual(len(self.inbox.of(callback_path(body))), 1)

    def test_after_the_redirect(self) -> None:
        self.options(notifyWhen="afterRedirect", notifyDelayMs=300)
        body, _, _ = self.pay()
        self.assertEqual(self.inbox.of(callback_path(body)), [])
        self.told(body)

    def test_never_until_told(self) -> None:
        self.options(notifyWhen="never")
        body, answer, _ = self.pay()
        time.sleep(0.3)
        self.assertEqual(self.inbox.of(callback_path(body)), [])
        result = self.control("deliver", {"orderReference": body["OrderReference"]})
        self.assertEqual([entry["answer"] for entry in result["deliveries"]], [200])
        order = {"pspId": answer.get("pspid"), "status": "Declined", "attemptNumber": 9, "signature": "wrong",
                 "set": {"Amount": 1}, "omit": ["Email"], "copies": 3, "concurrent": True}
        self.assertEqual(len(self.control("deliver", order)["deliveries"]), 3)
        last = self.told(body, 4)[-1]
        self.assertEqual((last.get("Status"), last.get("AttemptNumber"), last.get("Amount")), ("Declined", 9, 1))
        self.assertNotIn("Email", last.payload)
        self.assertFalse(self.client.verify(last.payload, last.headers["signature"]))

    def test_status_lags_behind(self) -> None:
        self.options(statusLagMs=400)
        answer = self.pay()[1]
        self.assertEqual(self.client.retrieve(PspId=answer.get("pspid")).get("Status"), "PENDING")
        time.sleep(0.5)
        self.assertEqual(self.client.retrieve(PspId=answer.get("pspid")).get("Status"), "Processed")

    def test_options_of_one_order(self) -> None:
        body = self.shop.card_order()
        self.control(f"options?orderReference={body['OrderReference']}", {"notifyCopies": 2})
        self.shop.paid(body)
        self.told(body, 2)
        other = self.shop.card_order()
        self.shop.paid(other)
        time.sleep(0.2)
        self.assertEqual(len(self.told(other)), 1)

    def test_prelude_reordered(self) -> None:
        for order, expected in (("inOrder", ["Declined", "Processed"]), ("newestFirst", ["Processed", "Declined"])):
            self.options(notifyPrelude=["Declined"], notifyOrder=order)
            body, _, _ = self.pay()
            told = self.told(body, 2)
            self.assertEqual([t.get("Status") for t in told], expected)
            self.assertEqual(sorted(t.get("AttemptNumber") for t in told), [1, 2])

    def test_redelivery_until_a_success(self) -> None:
        self.options(retryDelaysMs=[50])
        body = self.shop.card_order()
        self.inbox.answers[callback_path(body)] = [500, 404, 302]
        self.shop.paid(body)
        told = self.told(body, 4)
        self.assertEqual([t.get("AttemptNumber") for t in told], [1, 2, 3, 4])
        time.sleep(0.2)
        state = self.control(f"state?orderReference={body['OrderReference']}")
        self.assertEqual([entry["answer"] for entry in state["deliveries"]], [500, 404, 302, 200])


class Forms(GatewayTest):
    def test_body_encodings(self) -> None:
        for form in ("form", "textPlain", "utf16", "bom", "gzip", "chunked"):
            self.options(notifyBody=form)
            body = self.shop.card_order()
            self.shop.paid(body)
            self.assertTrue(self.told(body)[0].body, form)
        self.assertEqual(self.inbox.faults, [])

    def test_types(self) -> None:
        self.options(pspIdAs="number", amountAs="number", sentDateTimeAs="iso", authCodeAs="number", booleansAs="YN",
                     udfAs="list", cardExpiryAs="MM/YY", statusWordCase="upper", extraFields={"Nested": {"Deep": [1]}})
        told = self.paid_notification()
        self.assertEqual(type(told["PspId"]), int)
        self.assertEqual(told["Amount"], 10.5)
        self.assertRegex(told["SentDateTime"], r"^\d{4}-\d\d-\d\dT.*Z$")
        self.assertEqual(type(told["AuthCode"]), int)
        self.assertEqual((told["Is3DS"], told["CardInput"]), ("N", "Y"))
        self.assertEqual(told["UDF"], [{"Key": "a", "Value": "b"}])
        self.assertRegex(told["CardExpiry"], r"^12/\d\d$")
        self.assertEqual(told["Status"], "PROCESSED")
        self.assertEqual(told["Nested"], {"Deep": [1]})

    def test_spellings(self) -> None:
        for spelling, name in (("camel", "pspid"), ("pascal", "PspId"), ("lower", "pspid"), ("upper", "PSPID")):
            self.options(notificationCase=spelling)
            self.assertIn(name, self.paid_notification())
        self.options(statusCase="mixed", statusFields="profile")
        names = list(self.client.retrieve(PspId=self.pay()[1].get("pspid")).json)
        self.assertTrue(any(n[0].islower() for n in names) and any(n[0].isupper() for n in names))

    def test_fields(self) -> None:
        self.options(notificationOmit=["Amount", "Currency"], notificationSet={"CardToken": None}, emptyAs="absent")
        told = self.paid_notification()
        self.assertTrue("Amount" not in told and "ClientAccount" not in told and told["CardToken"] is None)
        self.options(statusFields=["Status", "Amount"], statusOmit=["Status"], statusSet={"Amount": ""})
        self.assertEqual(self.client.retrieve(PspId=self.pay()[1].get("pspid")).json, {"Amount": ""})
        self.options(createOmit=["status"], createSet={"pspid": "7"})
        answer = self.client.create(self.shop.order())
        self.assertEqual((answer.get("pspid"), answer.has("status")), ("7", False))

    def test_words(self) -> None:
        self.options(statusWords={"Processed": "CAPTURED"})
        self.assertEqual(self.paid_notification()["Status"], "CAPTURED")


class Faults(GatewayTest):
    def test_cuts(self) -> None:
        for cut in ("before", "after", "middle"):
            self.options(faults={"create": {"cut": cut, "times": 1}})
            body = self.shop.order()
            with self.assertRaises((OSError, http.client.HTTPException)):
                self.client.create(body)
            known = self.control(f"state?orderReference={body['OrderReference']}")["transactions"]
            self.assertEqual(len(known), 0 if cut == "before" else 1)
            self.assertTrue(self.client.create(body).success)

    def test_failures(self) -> None:
        self.options(faults={"retrieve": {"status": 503, "retryAfter": 2, "times": 1}})
        answer = self.client.retrieve(PspId=1)
        self.assertEqual((answer.status, answer.headers["retry-after"]), (503, "2"))
        self.assertEqual(self.client.retrieve(PspId=1).status, 404)
        self.options(failuresAs="ok200")
        answer = self.client.retrieve(PspId=1)
        self.assertEqual((answer.status, answer.get("isSuccess")), (200, False))
        self.options(failuresAs="http", httpStatus={"unknown": 422}, failureBody="html")
        answer = self.client.retrieve(PspId=1)
        self.assertEqual((answer.status, answer.json), (422, None))

    def test_slow(self) -> None:
        self.options(faults={"*": {"slowMs": 200, "times": 1}})
        began = time.monotonic()
        self.client.retrieve(PspId=1)
        self.assertGreater(time.monotonic() - began, 0.2)

    def test_delete_carriers(self) -> None:
        token = self.shop.token()
        self.options(deleteTokenIn="path", deleteAnswer=204)
        self.assertTrue(self.client.delete_token(token).refused)
        self.assertEqual(self.client.call("DELETE", f"/api/cards/tokenise/{token}").status, 204)
        self.options(deleteTokenIn="body", deleteAnswer=200)
        token = self.shop.token()
        self.assertTrue(self.client.call("DELETE", "/api/cards/tokenise", body={"cardToken": token}).success)

    def test_levels(self) -> None:
        self.options(fullCard=False)
        self.assertEqual(self.client.execute(self.shop.card_order()).status, 403)
        self.options(fullCard=True, declineIsSuccess=True, declineHttpStatus=402)
        answer = self.client.execute(self.shop.card_order(DECLINED))
        self.assertEqual((answer.status, answer.get("isSuccess"), answer.get("bankAccept")), (402, True, "NO"))

    def test_unknown_options_are_refused(self) -> None:
        for order in ({"nope": 1}, {"notifyCopies": "2"}, {"notifyWhen": "later"}, {"declineEndsPage": 1}):
            self.control("options", order, 400)
        self.assertEqual(self.control("options")["options"], {option.name: option.default for option in OPTIONS})

    def test_protocol_errors_are_recorded(self) -> None:
        self.shop.raw(b'POST /api/hpptoken/create HTTP/1.1\r\nHost: x\r\n\r\n{"CardNumber":"4242424242424242"}')
        for sent in (
            b"GET / HTTP/1.1\nHost: x\n\n",
            b"GET / HTTP/1.1\r\nHost : x\r\n\r\n",
            b"GET  / HTTP/1.1\r\nHost: x\r\n\r\n",
            b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: +1\r\n\r\na",
            b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
            b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        ):
            self.assertRegex(self.shop.raw(sent), rb"^HTTP/1.1 [45]")
        faults = self.control("state")["protocolErrors"]
        self.assertEqual(len(faults), 7)
        self.assertNotRegex(json.dumps([fault["bytes"] for fault in faults]), r"\d{4}")

    def test_state_keeps_secrets(self) -> None:
        self.pay()
        self.shop.execute(self.shop.card_order())
        self.shop.tokenise()
        text = json.dumps(self.control("state"))
        self.assertNotIn(APPROVED[0], text)
        self.assertIsNone(re.search(r'"CvV2": "\d', text))
        self.assertNotIn(CREDENTIALS[1], text)
        self.assertNotIn("Basic ", text)


if __name__ == "__main__":
    unittest.main()
