"""Card tokens: created, read, deleted, and paid with."""

from __future__ import annotations

import re
from typing import Any

from client import reference

from .harness import APPROVED, CHALLENGED, PROFILE, Shop, check, each, expect, shown

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.I)


@check("S7 S103 S108")
def token_is_uuid_shaped(shop: Shop) -> None:
    token = shop.token()
    expect(UUID.fullmatch(token), f"{token} is not UUID-shaped")


@check("S104")
def tokens_of_one_card_are_unrelated(shop: Shop) -> None:
    first, second = shop.token(), shop.token()
    expect(first != second, "the same card gives the same token")
    for token in (first, second):
        bare = token.replace("-", "")
        expect(not any(APPROVED[0][i : i + 8] in bare for i in range(9)), "digits of the card are in the token")


@each("S150", {"CardHolderName": "CardHolderName", "CardNumber": "CardNumber", "ExpMonth": "ExpMonth", "ExpYear": "ExpYear"})
def tokenise_requires(shop: Shop, name: str) -> None:
    shop.refused(shop.tokenise(**{name: ...}))


@each("S150", {
    "a number that fails Luhn": {"CardNumber": "4242424242424241"},
    "an expired card": {"ExpYear": "2019"},
    "a month of one digit": {"ExpMonth": "1"},
}, PROFILE)
def tokenise_refuses(shop: Shop, over: dict[str, Any]) -> None:
    shop.refused(shop.tokenise(**over))


@check("S7 S105 S109 S151 S152")
def token_tells_its_card_but_not_the_number(shop: Shop) -> None:
    token = shop.token(ClientAccount="acc-7")
    answer = shop.heard(shop.client.get_token(token))
    expect(answer.status == 200, f"not found: {shown(answer)}")
    expect(APPROVED[0] not in answer.text, "the card number is in the answer")
    expect("Ada Lovelace" in answer.text and "acc-7" in answer.text, f"details are missing: {shown(answer)}")


@check("S152", PROFILE)
def token_record_has_the_profile_fields(shop: Shop) -> None:
    token = shop.token(ClientAccount="acc-7")
    answer = shop.heard(shop.client.get_token(token))
    expect(answer.get("cardToken") == token, f"cardToken: {shown(answer)}")
    masked = str(answer.get("cardNumber"))
    expect(re.fullmatch(r"424242\*+4242", masked), f"cardNumber is {masked}, not first six and last four")
    expect(answer.get("cardHolderName") == "Ada Lovelace", f"cardHolderName: {shown(answer)}")
    expect(re.fullmatch(r"\d{1,2}/(\d\d)?\d\d", str(answer.get("cardExpiry"))), f"cardExpiry: {shown(answer)}")
    expect(isinstance(answer.get("cardType"), str), f"cardType: {shown(answer)}")
    expect(answer.get("clientAccount") == "acc-7", f"clientAccount: {shown(answer)}")
    expect(answer.get("isSuccess") is True and answer.get("errorMessage") is None, shown(answer))


@check("S109 S155")
def unknown_token_is_refused_everywhere(shop: Shop) -> None:
    shop.refused(shop.heard(shop.client.get_token(reference())))
    shop.refused(shop.heard(shop.client.get_token("a b/ä?c")))
    shop.refused(shop.heard(shop.client.delete_token(reference())))
    shop.refused(shop.execute(shop.order(Card={"CardToken": reference(), "CvV2": "123"})))


@check("S155", PROFILE)
def unknown_token_is_answered_404(shop: Shop) -> None:
    shop.refused(shop.heard(shop.client.get_token(reference())), 404)


@check("S7 S110 S153 S154", PROFILE)
def deleted_token_is_gone(shop: Shop) -> None:
    token = shop.token()
    deleted = shop.heard(shop.client.delete_token(token))
    expect(deleted.status == 204 or deleted.success, f"not deleted: {shown(deleted)}")
    gone = shop.refused(shop.heard(shop.client.get_token(token)))
    expect("4242" not in gone.text, "details of a deleted card are shown")
    shop.refused(shop.execute(shop.order(Card={"CardToken": token, "CvV2": "123"})))
    shop.refused(shop.heard(shop.client.delete_token(token)))


@check("S153")
def delete_requires_the_token(shop: Shop) -> None:
    shop.refused(shop.heard(shop.client.delete_token(None)))


@each("S5 S113", {
    "PURC, CvV2 as string": ("S5 S43 S45 S113 S157", {"TransactionType": "PURC", "CvV2": "123"}),
    "PURC, CvV2 as number": ("S44", {"TransactionType": "PURC", "CvV2": 123}),
    "AUTH": ("S5 S113 S157", {"TransactionType": "AUTH", "CvV2": "123"}),
})
def payment_by_token_is_processed(shop: Shop, over: dict[str, Any]) -> None:
    card = {"CardToken": shop.token(), "CvV2": over["CvV2"]}
    body = shop.order(
        TransactionType=over["TransactionType"], Card=card, Routing={"ForceBank": "SOMEBANK"}, Language="en",
        IPAddress="192.0.2.1", Client={"email": "ada@example.com"}, UDF={"a": "b"},
    )
    answer = shop.paid(body)
    expect(answer.get("redirectUrl") is None, f"sent to 3DS: {shown(answer)}")


@check("S158", PROFILE)
def merchant_initiated_payment_needs_no_customer(shop: Shop) -> str:
    answer = shop.execute(shop.order(Card={"CardToken": shop.token(CardNumber=CHALLENGED)}))
    expect(answer.get("redirectUrl") is None, f"sent to 3DS: {shown(answer)}")
    expect(answer.accepted or answer.refused, shown(answer))
    return "approved by the acquirer" if answer.accepted else "not approved by the acquirer"


@check("S5 S45 S155")
def payment_needs_the_card_token(shop: Shop) -> None:
    shop.refused(shop.execute(shop.order(Card={"CvV2": "123"})))


@check("S154 S157", PROFILE)
def token_from_a_payment_pays_again(shop: Shop) -> None:
    body = shop.card_order()
    shop.paid(body)
    token = shop.notification(body).get("CardToken")
    expect(isinstance(token, str) and token, "the notification carries no card token")
    shop.paid(shop.order(Card={"CardToken": token, "CvV2": "123"}))
