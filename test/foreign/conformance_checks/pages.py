"""The hosted payment page's session and the status endpoint, as far as no browser is needed."""

from __future__ import annotations

import re
import time
from typing import Any

from client import Answer, reference

from .harness import PROFILE, Shop, Skipped, check, each, expect, shown

CLIENT = {
    "Email": "ada@example.com", "ClientAccount": "acc-1", "FirstName": "Ada", "LastName": "Lovelace", "Country": "MLT",
    "MobileNo": "35699123456", "Street": "1 Sea St", "City": "Valletta", "ZIPCode": "VLT1", "State": "Valletta",
    "DateOfBirth": "1990-12-31", "IPAddress": "192.0.2.1",
}
CONFIGURATION = {"Profile": "default", "CardHolderNameEdit": "true", "ShowSavedCards": "0"}


def session(shop: Shop, **over: Any) -> Answer:
    answer = shop.create(shop.order(**over))
    expect(answer.success, f"no session: {shown(answer)}")
    return answer


@check("S13 S111 S119 S120 S121 S122 S123 S124 S125 S126 S127 S128 S135 S189")
def session_is_created(shop: Shop) -> None:
    answer = session(shop, Language="en")
    expect(type(answer.get("pspid")) is int, f"pspid is no integer: {shown(answer)}")
    expect(isinstance(answer.get("token"), str) and answer.get("token"), f"no token: {shown(answer)}")
    expect(str(answer.get("redirectUrl")).startswith("http"), f"no redirectUrl: {shown(answer)}")
    expect(answer.get("status") == "PENDING", f"status is not PENDING: {shown(answer)}")
    expect(answer.get("isSuccess") is True and answer.get("errorMessage") is None, shown(answer))
    for name in ("pspid", "token", "redirectUrl", "status", "isSuccess", "errorMessage"):
        expect(answer.has(name), f"{name} is spelt otherwise: {shown(answer)}")


@check("S135", PROFILE)
def session_token_is_32_hex_digits(shop: Shop) -> None:
    token = session(shop).get("token")
    expect(re.fullmatch(r"[0-9a-f]{32}", token, re.I), f"{token} is not")


@check("S135")
def session_token_is_no_card_token(shop: Shop) -> None:
    shop.refused(shop.heard(shop.client.get_token(session(shop).get("token"))))


@each("S119", {
    "AUTH": ("S119", {"TransactionType": "AUTH"}),
    "Client": ("S129", {"Client": CLIENT}),
    "further Client fields": ("S130", {"Client": {**CLIENT, "TaxNumber": "12345"}}),
    "UDF": ("S131", {"UDF": {"MerchantField1": "x", "Text": "Grüße"}}),
    "Configuration": ("S132 S133 S134", {"Configuration": CONFIGURATION}),
    "further Configuration": ("S132", {"Configuration": {**CONFIGURATION, "Colour": "blue"}}),
    "no FailRedirectionURL": ("S138", {"FailRedirectionURL": ...}),
    "an unknown language": ("S124", {"Language": "xx"}),
    "no Language": ("S124", {"Language": ...}),
    "yen": ("S120 S121", {"Amount": "1000", "Currency": "JPY"}),
})
def session_takes(shop: Shop, over: dict[str, Any]) -> None:
    session(shop, **over)


@each("S119", {
    "no TransactionType": ("S119", {"TransactionType": ...}),
    "another TransactionType": ("S119", {"TransactionType": "SALE"}),
    "no Amount": ("S120", {"Amount": ...}),
    "Amount zero": ("S120", {"Amount": "0"}),
    "Amount with too many decimals": ("S120", {"Amount": "1.234"}),
    "no Currency": ("S121", {"Currency": ...}),
    "Currency in lower case": ("S121", {"Currency": "eur"}),
    "IsTest as text": ("S122", {"IsTest": "yes"}),
    "Language of three letters": ("S124", {"Language": "eng"}),
    "RedirectionURL relative": ("S125", {"RedirectionURL": "/done"}),
    "FailRedirectionURL with another scheme": ("S126", {"FailRedirectionURL": "data:text/html,x"}),
    "CallBackURL that is none": ("S127", {"CallBackURL": "x"}),
    "Country of two letters": ("S129", {"Client": {**CLIENT, "Country": "MT"}}),
    "DateOfBirth that is none": ("S129", {"Client": {**CLIENT, "DateOfBirth": "1990-13-31"}}),
    "IPAddress that is none": ("S129", {"Client": {**CLIENT, "IPAddress": "x"}}),
}, PROFILE)
def session_is_refused_with(shop: Shop, over: dict[str, Any]) -> None:
    answer = shop.refused(shop.create(shop.order(**over)))
    expect(isinstance(answer.get("errorMessage"), str) and answer.get("errorMessage"), f"no errorMessage: {shown(answer)}")


@check("S128", PROFILE)
def repeated_session_is_replayed(shop: Shop) -> None:
    body = shop.order()
    first, second = shop.create(body), shop.create(body)
    expect(first.success and first.json == second.json, f"answered otherwise: {shown(first)} and {shown(second)}")
    shop.refused(shop.create({**body, "Amount": "99.00"}), 409)


@check("S15 S136")
def page_opens(shop: Shop) -> None:
    status, headers, text = shop.open_page(session(shop).get("redirectUrl"))
    expect(status == 200, f"the page answers {status}")
    expect("text/html" in headers.get("content-type", ""), f"the page is {headers.get('content-type')}")
    expect("10.50" in text or "10,50" in text, "the page does not name the amount")


@check("S14")
def page_can_be_framed_by_the_shop(shop: Shop) -> str:
    _, headers, _ = shop.open_page(session(shop).get("redirectUrl"))
    expect("x-frame-options" not in headers, f"X-Frame-Options: {headers.get('x-frame-options')}")
    policy = headers.get("content-security-policy", "")
    found = re.search(r"frame-ancestors([^;]*)", policy)
    if found:
        sources = found.group(1).split()
        expect("*" in sources or "http://shop.example" in sources or "http:" in sources, f"frame-ancestors {sources}")
    return policy


@check("S135 S136")
def page_of_another_token_does_not_open(shop: Shop) -> None:
    answer = session(shop)
    url = answer.get("redirectUrl").replace(answer.get("token"), "0" * 32)
    expect(url != answer.get("redirectUrl"), "the address does not carry the token")
    status, _, _ = shop.open_page(url)
    expect(400 <= status < 500, f"answered {status}")


@check("S141 S192")
def page_closes_after_two_minutes(shop: Shop) -> None:
    if not shop.slow:
        raise Skipped("takes two minutes: --slow")
    url, unopened = session(shop).get("redirectUrl"), session(shop).get("redirectUrl")
    time.sleep(115)
    expect(shop.open_page(url)[0] == 200, "closed before its time")
    time.sleep(6)
    status, _, _ = shop.open_page(unopened)
    expect(status in (404, 410), f"still answered {status}")


@check("S16 S137 S138 S142 S190 S191 S143")
def customer_on_the_page(shop: Shop) -> None:
    raise Skipped("the documents do not describe the page's forms")


@check("S20 S147 S193")
def authorisation_lapses(shop: Shop) -> None:
    raise Skipped("takes thirty days")


@check("S149")
def capture_is_not_offered(shop: Shop) -> None:
    answer = shop.client.call("POST", "/api/transactions/capture", body={"PspId": "1"})
    expect(not answer.success, f"something answers: {shown(answer)}")


# Status


@check("S18 S107 S135")
def new_session_is_pending(shop: Shop) -> None:
    answer = shop.retrieve(PspId=session(shop).get("pspid"))
    expect(answer.status == 200 and str(answer.get("Status")).upper() == "PENDING", f"not pending: {shown(answer)}")


@each("S18 S107", {"PspId": "PspId", "OrderReference": "OrderReference", "UniqueReference": "UniqueReference"}, PROFILE)
def status_is_found_by(shop: Shop, name: str) -> None:
    body = shop.card_order()
    paid = shop.paid(body)
    answer = shop.retrieve(**{name: paid.get("pspid") if name == "PspId" else body[name]})
    expect(answer.success and answer.get("Status") == "Processed", f"not Processed: {shown(answer)}")
    known = answer.get("PspId")
    expect(known is None or str(known) == str(paid.get("pspid")), f"another transaction: {shown(answer)}")


@check("S18 S139 S140", PROFILE)
def status_agrees_with_the_notification(shop: Shop) -> str:
    body = shop.card_order()
    paid = shop.paid(body)
    told = shop.notification(body).payload
    answer = shop.retrieve(PspId=paid.get("pspid"))
    absent = []
    for name, value in told.items():
        if name in ("AttemptNumber", "SentDateTime"):
            continue
        if name.lower() not in [key.lower() for key in answer.json]:
            absent.append(name)
        else:
            expect(answer.get(name) == value, f"{name}: notified {value!r}, status {answer.get(name)!r}")
    return f"not in the status answer: {', '.join(absent)}" if absent else "all fields of N6"


@check("S18 S100", PROFILE)
def status_of_a_decline_is_not_processed(shop: Shop) -> str:
    answer = shop.execute(shop.card_order("4000000000000002"))
    if answer.get("pspid") is None:
        return "the decline has no pspid"
    status = shop.retrieve(PspId=answer.get("pspid"))
    word = str(status.get("Status"))
    expect(word.upper() not in ("PROCESSED", "PENDING", "NONE"), f"status {word}: {shown(status)}")
    return word


@check("S18", PROFILE)
def status_of_nothing_is_refused(shop: Shop) -> None:
    shop.refused(shop.retrieve(OrderReference=reference()), 404)
    shop.refused(shop.heard(shop.client.call("GET", "/api/transactions/retrieve")), 400)
