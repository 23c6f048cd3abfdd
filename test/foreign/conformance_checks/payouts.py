"""Payouts: to the card of an earlier payment, of a token, and to a typed card."""

from __future__ import annotations

from typing import Any

from client import Answer, reference

from .harness import PROFILE, Shop, check, credentials, each, expect, shown

CLIENT = {"email": "ada@example.com", "firstName": "Ada", "lastName": "Lovelace"}


def payout(shop: Shop, **over: Any) -> dict[str, Any]:
    return shop.order(TransactionType="ORIGINALCREDIT", Amount="1.00", Client=CLIENT, **over)


def processed(answer: Answer) -> None:
    expect(answer.accepted, f"not paid out: {shown(answer)}")
    for name in ("PspId", "BankResponse", "BankAccept", "CardToken", "RedirectUrl", "IsSuccess", "ErrorMessage"):
        expect(answer.has(name), f"no {name}: {shown(answer)}")
    expect(isinstance(answer.get("PspId"), int), "PspId is no integer")
    expect(answer.get("BankResponse") == "Processed", f"BankResponse: {shown(answer)}")
    expect(answer.get("BankAccept") is True, f"BankAccept is {answer.get('BankAccept')!r}, not true")
    for name in ("CardToken", "RedirectUrl", "ErrorMessage"):
        expect(answer.get(name) is None, f"{name} is not null: {shown(answer)}")


@check("S8 S10 S11 S12 S41 S90 S94 S96 S102 S114 S194")
def payout_by_psp_id_is_processed(shop: Shop) -> None:
    earlier = shop.paid(shop.card_order(Amount="2.00"))
    processed(shop.execute({**payout(shop, PspId=str(earlier.get("pspid"))), "Amount": "3.00"}))


@check("S8 S11 S46 S94 S96 S102 S115")
def payout_by_card_token_is_processed(shop: Shop) -> None:
    destination = {"PaymentMethod": "CardToken", "CardToken": shop.token()}
    processed(shop.execute(payout(shop, PaymentDestination=destination)))


@check("S8 S9 S11 S94 S96 S102 S116")
def payout_by_full_card_is_processed(shop: Shop) -> None:
    processed(shop.execute(payout(shop, PaymentCredentials=credentials())))


@check("S11 S116", PROFILE)
def payout_to_a_challenged_card_needs_no_customer(shop: Shop) -> None:
    processed(shop.execute(payout(shop, PaymentCredentials=credentials("4000000000003220"))))


@check("S145 S194", PROFILE)
def payout_above_the_balance_is_refused(shop: Shop) -> None:
    destination = {"PaymentMethod": "CardToken", "CardToken": shop.token()}
    answer = shop.refused(shop.execute({**payout(shop, PaymentDestination=destination), "Amount": "10000.01"}))
    expect(isinstance(answer.get("ErrorMessage"), str), f"no errorMessage: {shown(answer)}")


@check("S146", PROFILE)
def acquirer_without_payouts_refuses(shop: Shop) -> None:
    destination = {"PaymentMethod": "CardToken", "CardToken": shop.token()}
    shop.refused(shop.execute(payout(shop, PaymentDestination=destination, Routing={"ForceBank": "NO_OCT"})))


@check("S148 S118", PROFILE)
def payout_to_another_method_is_refused(shop: Shop) -> None:
    shop.refused(shop.execute(payout(shop, PaymentDestination={"PaymentMethod": "Wallet", "Account": "ada"})))


@each("S8 S114", {
    "an unknown PspId": {"PspId": "1"},
    "a PspId that is none": {"PspId": "abc"},
    "no destination": {},
    "an unknown card token": {"PaymentDestination": {"PaymentMethod": "CardToken", "CardToken": reference()}},
    "a destination without token": {"PaymentDestination": {"PaymentMethod": "CardToken"}},
})
def payout_is_refused_with(shop: Shop, over: dict[str, Any]) -> None:
    shop.refused(shop.execute(payout(shop, **over)))


@check("S144")
def payout_stays_done(shop: Shop) -> None:
    body = payout(shop, PaymentDestination={"PaymentMethod": "CardToken", "CardToken": shop.token()})
    answer = shop.execute(body)
    processed(answer)
    status = shop.retrieve(PspId=answer.get("PspId"))
    expect(str(status.get("Status")).upper() == "PROCESSED", f"not Processed: {shown(status)}")
