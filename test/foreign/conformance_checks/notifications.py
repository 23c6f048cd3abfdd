"""The notification: its fields, its signature, and its delivery."""

from __future__ import annotations

import re
import time
from typing import Any

from .harness import APPROVED, DECLINED, PROFILE, Shop, callback_path, check, each, expect

FIELDS: dict[str, tuple[str, Any]] = {
    "AttemptNumber": ("S163", lambda v, o: type(v) is int and v >= 1),
    "SentDateTime": ("S164", lambda v, o: type(v) is int),
    "TransactionToken": ("S165", lambda v, o: isinstance(v, str) and v),
    "OrderReference": ("S166", lambda v, o: v == o["OrderReference"]),
    "Status": ("S140 S167", lambda v, o: v == "Processed"),
    "AuthCode": ("S168", lambda v, o: isinstance(v, str) and v),
    "CardInput": ("S169", lambda v, o: v is True),
    "PspId": ("S170", lambda v, o: isinstance(v, str) and v == str(o["pspid"])),
    "Currency": ("S171", lambda v, o: v == "EUR"),
    "Amount": ("S172", lambda v, o: v == "10.50"),
    "CardNumber": ("S173", lambda v, o: isinstance(v, str) and APPROVED[0] not in v and v.endswith("4242")),
    "CardExpiry": ("S174", lambda v, o: re.fullmatch(r"(0?[1-9]|1[0-2])/(\d\d)?\d\d", str(v))),
    "CardHolderName": ("S175", lambda v, o: v == "Ada Lovelace"),
    "CardCountry": ("S176", lambda v, o: re.fullmatch(r"[A-Z]{3}", str(v))),
    "CardType": ("S177", lambda v, o: isinstance(v, str) and v),
    "CardToken": ("S6 S156 S178 S184", lambda v, o: isinstance(v, str) and v),
    "Acquirer": ("S179", lambda v, o: v == "SOMEBANK"),
    "Email": ("S180", lambda v, o: v == "ada@example.com"),
    "UniqueReference": ("S181", lambda v, o: v == o["UniqueReference"]),
    "ClientAccount": ("S182", lambda v, o: v == "acc-1"),
    "Is3DS": ("S183", lambda v, o: v is False),
}
PAID: dict[int, dict[str, Any]] = {}


def paid_order(shop: Shop) -> dict[str, Any]:
    """One order, paid and notified, that several checks look at."""
    if id(shop) not in PAID:
        body = shop.card_order(
            Client={"email": "ada@example.com", "clientAccount": "acc-1"},
            Routing={"ForceBank": "SOMEBANK"},
            UDF={"MerchantField1": "mine"},
        )
        answer = shop.paid(body)
        PAID[id(shop)] = {**body, "pspid": answer.get("pspid"), "told": shop.notification(body)}
    return PAID[id(shop)]


@check("S17 S23 S139 S185 S186", PROFILE)
def payment_is_notified_by_a_json_post(shop: Shop) -> None:
    told = paid_order(shop)["told"]
    expect(told.method == "POST", f"sent by {told.method}")
    expect(told.headers.get("content-type", "").startswith("application/json"), f"sent as {told.headers.get('content-type')}")


@check("S17", PROFILE)
def notification_is_signed(shop: Shop) -> None:
    told = paid_order(shop)["told"]
    given = told.headers.get("signature")
    expect(given, "unsigned")
    expect(shop.client.verify(told.payload, given), "the signature does not fit the payload")


@each("S163", FIELDS)
def notification_field(shop: Shop, judge: Any) -> str:
    order = paid_order(shop)
    name = next(name for name, (_, own) in FIELDS.items() if own is judge)
    payload = order["told"].payload
    expect(name in payload, f"absent from {sorted(payload)}")
    expect(judge(payload[name], order), f"{name} is {payload[name]!r}")
    return repr(payload[name])


@check("S164", PROFILE)
def sent_date_time_is_now(shop: Shop) -> None:
    told = paid_order(shop)["told"]
    sent = told.get("SentDateTime")
    seconds = sent / 1000 if sent >= 1e11 else sent
    expect(abs(seconds - told.at) < 120, f"{sent} is not now")


@check("S53 S131", PROFILE)
def user_data_comes_back(shop: Shop) -> None:
    udf = paid_order(shop)["told"].get("UDF")
    expect(udf == {"MerchantField1": "mine"}, f"UDF is {udf!r}")


@check("S165", PROFILE)
def empty_client_account_is_told_as_such(shop: Shop) -> str:
    body = shop.card_order()
    shop.paid(body)
    account = shop.notification(body).get("ClientAccount")
    expect(account in ("", None), f"ClientAccount is {account!r}")
    return repr(account)


@check("S68 S67 S180 S182")
def client_names_in_pascal_are_read(shop: Shop) -> None:
    body = shop.card_order(Client={"Email": "p@example.com", "ClientAccount": "acc-p"})
    shop.paid(body)
    told = shop.notification(body)
    expect(told.get("Email") == "p@example.com" and told.get("ClientAccount") == "acc-p", f"{told.payload}")


@check("S169 S184")
def payment_by_token_keeps_the_token(shop: Shop) -> None:
    token = shop.token(CardNumber=APPROVED[0])
    body = shop.order(Card={"CardToken": token, "CvV2": "123"})
    shop.paid(body)
    told = shop.notification(body)
    expect(told.get("CardInput") is False, f"CardInput is {told.get('CardInput')!r} though no card was typed")
    expect(told.get("CardToken") == token, f"CardToken is {told.get('CardToken')!r}, paid with {token}")


@check("S157", PROFILE)
def three_ds_is_told_when_data_was_given(shop: Shop) -> None:
    body = shop.order(
        Card={"CardToken": shop.token(), "CvV2": "123"}, ThreeDSecureAuthentication={"eci": "05", "cavv": "AAAB", "transStatus": "Y"}
    )
    shop.paid(body)
    expect(type(shop.notification(body).get("Is3DS")) is bool, "Is3DS is no boolean")


@check("S167 S171 S172")
def amount_has_the_decimals_of_its_currency(shop: Shop) -> str:
    seen = {}
    for currency, amount in (("JPY", "700"), ("KWD", "7.125"), ("EUR", "7.50")):
        body = shop.card_order(Amount=amount, Currency=currency)
        shop.paid(body)
        told = shop.notification(body)
        expect(told.get("Amount") == amount and told.get("Currency") == currency, f"{told.get('Amount')!r} {told.get('Currency')!r}")
        seen[currency] = told.get("Amount")
    return str(seen)


@check("S167 S139", PROFILE)
def decline_is_notified(shop: Shop) -> str:
    body = shop.card_order(DECLINED)
    shop.execute(body)
    told = shop.notification(body)
    word = str(told.get("Status"))
    expect(word.upper() not in ("PROCESSED", "PENDING", "NONE"), f"Status is {word}")
    expect(not told.get("CardToken"), "a card token without a successful payment")
    expect(shop.client.verify(told.payload, told.headers.get("signature")), "wrongly signed")
    return word


@check("S163 S139", PROFILE)
def unacknowledged_notification_comes_again(shop: Shop) -> str:
    body = shop.card_order()
    path = callback_path(body)
    shop.inbox.answers[path] = [500]
    shop.paid(body)
    first, second = shop.inbox.wait(path, 2, 9)
    numbers = first.get("AttemptNumber"), second.get("AttemptNumber")
    expect(numbers[1] > numbers[0], f"AttemptNumber {numbers[0]}, then {numbers[1]}")
    expect(shop.client.verify(second.payload, second.headers.get("signature")), "the second is wrongly signed")
    expect(first.get("PspId") == second.get("PspId"), "about another payment")
    return f"after {second.at - first.at:.1f} s"


@check("S139 S163", PROFILE)
def redirect_is_no_acknowledgement(shop: Shop) -> str:
    body = shop.card_order()
    path = callback_path(body)
    shop.inbox.answers[path] = [302]
    shop.paid(body)
    first, second = shop.inbox.wait(path, 2, 9)
    return f"after {second.at - first.at:.1f} s"


@check("S139", PROFILE)
def acknowledged_notification_comes_once(shop: Shop) -> str:
    order = paid_order(shop)
    time.sleep(max(0.0, 6.5 - (time.time() - order["told"].at)))
    count = len(shop.inbox.of(callback_path(order)))
    expect(count == 1, f"{count} deliveries")
    return f"{time.time() - order['told'].at:.0f} s"


@check("S187")
def nothing_else_is_sent(shop: Shop) -> str:
    for told in shop.inbox.arrived:
        expect(told.get("PspId") and told.get("Status"), f"no notification: {told.body[:200]!r}")
    return f"{len(shop.inbox.arrived)} deliveries"
