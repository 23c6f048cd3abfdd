"""HTTP itself: what is refused for its form, and how messages are framed."""

from __future__ import annotations

import base64
import json
from urllib.parse import urlsplit

from foreign_gateway import signature

from .harness import APPROVED, PROFILE, RFC, CHALLENGED, Shop, check, expect, shown

CREATE = "/api/hpptoken/create"


def signed_request(shop: Shop, body: dict, framing: str, extra: str = "") -> tuple[bytes, bytes]:
    client = shop.client
    basic = base64.b64encode(f"{client.client_id}:{client.client_secret}".encode()).decode()
    parts = urlsplit(client.base_url)
    head = (
        f"POST {parts.path.rstrip('/')}{CREATE} HTTP/1.1\r\nHost: {parts.netloc}\r\nAuthorization: Basic {basic}\r\n"
        f"{signature.HEADER}: {signature.sign(body, client.signature_secret)}\r\nContent-Type: application/json\r\n"
        f"{framing}{extra}\r\n"
    )
    return head.encode(), json.dumps(body).encode()


@check("S25", PROFILE)
def body_that_is_no_json_is_refused(shop: Shop) -> None:
    for raw in (b"{", b"", b"[]", b'"x"', b"\xff\xfe"):
        answer = shop.client.call("POST", CREATE, body={}, raw=raw or b" ")
        expect(answer.refused, f"{raw!r}: {shown(answer)}")


@check("S25", PROFILE)
def other_media_types_are_answered_415(shop: Shop) -> None:
    body = shop.order()
    answer = shop.client.forging(Content_Type="text/plain").create(body)
    shop.refused(shop.heard(answer), 415)


@check("S25", PROFILE)
def media_type_may_carry_a_charset(shop: Shop) -> None:
    answer = shop.heard(shop.client.forging(Content_Type="Application/JSON; charset=UTF-8").create(shop.order()))
    expect(answer.success, shown(answer))


@check("S25", PROFILE)
def large_body_is_answered_413(shop: Shop) -> None:
    answer = shop.client.create(shop.order(UDF={"Text": "x" * 70_000}))
    expect(answer.status == 413, shown(answer))


@check("S106 S111", PROFILE)
def refused_shape_is_answered_400(shop: Shop) -> None:
    shop.refused(shop.create(shop.order(Amount="x")), 400)
    shop.refused(shop.execute(shop.card_order(Amount="x")), 400)


@check("S106 S107 S108 S109 S110 S111")
def other_methods_and_paths_are_refused(shop: Shop) -> None:
    for method, path in (("GET", CREATE), ("DELETE", CREATE), ("GET", "/api/nothing")):
        answer = shop.client.call(method, path)
        expect(400 <= answer.status < 500, f"{method} {path}: {shown(answer)}")


@check("S107")
def first_form_of_the_status_path_is_served(shop: Shop) -> None:
    created = shop.create(shop.order())
    answer = shop.retrieve(PspId=created.get("pspid"))
    expect(answer.status == 200, shown(answer))


@check("S25")
def answers_are_json(shop: Shop) -> None:
    for answer in (shop.create(shop.order()), shop.execute(shop.card_order())):
        expect(answer.headers.get("content-type", "").startswith("application/json"), str(answer.headers))
        expect(isinstance(answer.json, dict), shown(answer))


@check("", RFC)
def two_requests_share_a_connection(shop: Shop) -> None:
    sent = b""
    for _ in range(2):
        body = shop.order()
        head, data = signed_request(shop, body, f"Content-Length: {len(json.dumps(body))}\r\n")
        sent += head + data
    got = shop.raw(sent)
    expect(got.count(b"HTTP/1.1 200") == 2, f"{got.count(b'HTTP/1.1 ')} answers: {got[:300]!r}")


@check("", RFC)
def chunked_body_is_read(shop: Shop) -> None:
    body = shop.order()
    head, data = signed_request(shop, body, "Transfer-Encoding: chunked\r\n", "Connection: close\r\n")
    pieces = b"".join(b"%x\r\n%s\r\n" % (len(data[i : i + 50]), data[i : i + 50]) for i in range(0, len(data), 50))
    got = shop.raw(head + pieces + b"0\r\n\r\n")
    expect(got.startswith(b"HTTP/1.1 200"), f"{got[:300]!r}")


@check("", RFC)
def unframed_body_is_not_read(shop: Shop) -> None:
    head, data = signed_request(shop, shop.order(), "")
    got = shop.raw(head + data)
    expect(b"HTTP/1.1 200" not in got, f"a body without length was read: {got[:300]!r}")
    expect(got.startswith(b"HTTP/1.1 4"), f"{got[:300]!r}")


@check("", RFC)
def contradicting_framing_is_refused(shop: Shop) -> None:
    body = shop.order()
    head, data = signed_request(shop, body, f"Content-Length: {len(json.dumps(body))}\r\nTransfer-Encoding: chunked\r\n")
    got = shop.raw(head + data)
    expect(got.startswith(b"HTTP/1.1 400"), f"{got[:200]!r}")


@check("", RFC)
def missing_host_is_refused(shop: Shop) -> None:
    got = shop.raw(b"GET /api/transactions/retrieve HTTP/1.1\r\n\r\n")
    expect(got.startswith(b"HTTP/1.1 400"), f"{got[:200]!r}")


@check("S139", RFC)
def deliveries_are_framed(shop: Shop) -> str:
    expect(not shop.inbox.faults, f"{shop.inbox.faults[:3]}")
    return f"{len(shop.inbox.arrived)} deliveries"


@check("S152 S173")
def no_card_number_is_ever_told(shop: Shop) -> str:
    said = [*shop.texts, *(told.body.decode("utf-8", "replace") for told in shop.inbox.arrived)]
    for number in (*APPROVED, CHALLENGED):
        expect(not any(number in text for text in said), f"{number[:6]}… is told")
    return f"{len(said)} texts"
