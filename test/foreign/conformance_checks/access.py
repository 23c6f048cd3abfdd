"""Who may call: basic authentication and the signature, on each of the six endpoints."""

from __future__ import annotations

import base64
from typing import Any, Callable

from client import Answer, Client, reference
from foreign_gateway import signature

from .harness import PROFILE, Shop, check, each, expect, shown

CALLS: dict[str, Callable[[Shop, Client], Answer]] = {
    "execute": lambda shop, client: client.execute(shop.card_order()),
    "retrieve": lambda shop, client: client.retrieve(OrderReference="none"),
    "tokenise": lambda shop, client: client.tokenise({}),
    "get token": lambda shop, client: client.get_token(reference()),
    "delete token": lambda shop, client: client.delete_token(reference()),
    "create": lambda shop, client: client.create(shop.order()),
}


def shut_out(shop: Shop, call: Any, **forged: str | None) -> None:
    answer = call(shop, shop.client.forging(**forged))
    shop.texts.append(answer.text)
    expect(answer.status == 401 or (answer.status == 200 and answer.refused), f"not shut out: {shown(answer)}")


@each("S159 S161", CALLS)
def no_basic_authentication_is_refused(shop: Shop, call: Any) -> None:
    shut_out(shop, call, Authorization=None)


@each("S159 S161", {"create": CALLS["create"], "retrieve": CALLS["retrieve"]})
def wrong_basic_authentication_is_refused(shop: Shop, call: Any) -> None:
    pair = f"{shop.client.client_id}:{shop.client.client_secret}x"
    shut_out(shop, call, Authorization="Basic " + base64.b64encode(pair.encode()).decode())
    shut_out(shop, call, Authorization="Bearer x")


@each("S160 S161", CALLS)
def no_signature_is_refused(shop: Shop, call: Any) -> None:
    shut_out(shop, call, Signature=None)


@each("S160 S161", CALLS)
def wrong_signature_is_refused(shop: Shop, call: Any) -> None:
    shut_out(shop, call, Signature=signature.sign({"another": "payload"}, shop.client.signature_secret))


@check("S160 S161")
def signature_by_another_secret_is_refused(shop: Shop) -> None:
    body = shop.order()
    answer = shop.client.forging(Signature=signature.sign(body, "not the secret")).create(body)
    expect(answer.status == 401 or answer.refused, f"not shut out: {shown(answer)}")


@check("S160", PROFILE)
def signature_covers_unicode_nulls_numbers_and_arrays(shop: Shop) -> None:
    client = {"Email": "ada@example.com", "City": "Ærøskøbing", "State": None, "FirstName": "GRÜẞE & x = y"}
    answer = shop.create(shop.order(Client=client, UDF={"Text": "İstanbul ẞ", "Z": "1", "a": "2"}, Configuration={"Profile": ""}))
    expect(answer.success, f"a well-signed request was not taken: {shown(answer)}")
    paid = shop.execute(shop.card_order(Amount=10.5, Client={"email": "ada@example.com"}))
    expect(paid.success, f"a well-signed number was not taken: {shown(paid)}")


@check("S160", PROFILE)
def answers_are_signed(shop: Shop) -> None:
    answers = [shop.create(shop.order()), shop.execute(shop.card_order()), shop.tokenise()]
    states = [answer.signature_state for answer in answers]
    expect("wrong" not in states, f"wrongly signed: {states}")
    expect("none" not in states, f"unsigned: {states}")


@check("S161", PROFILE)
def shut_out_calls_are_answered_401(shop: Shop) -> None:
    for forged in ({"Authorization": None}, {"Signature": None}):
        answer = shop.client.forging(**forged).create(shop.order())
        expect(answer.status == 401, f"{forged}: {shown(answer)}")


@check("S24 S195 S196")
def paths_carry_no_version(shop: Shop) -> None:
    answer = shop.create(shop.order())
    expect(answer.success, shown(answer))
    versioned = shop.client.call("POST", "/v1/api/hpptoken/create", body=shop.order())
    expect(not versioned.success, f"a versioned path works too: {shown(versioned)}")
