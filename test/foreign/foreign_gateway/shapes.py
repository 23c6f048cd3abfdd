"""Answers and notifications: their fields, spellings and types, as the options ask."""

from __future__ import annotations

import datetime
import json
from typing import Any

from .ledger import EXPIRED, LAPSED, PENDING, PROCESSED, Transaction

PROMISED = ["PspId", "OrderReference", "Status", "isSuccess", "errorMessage"]
LOWER_CAMEL = {"PspId": "pspid", "UDF": "udf", "Is3DS": "is3DS"}
PASCAL = {"pspid": "PspId", "udf": "UDF"}
EMPTY_BY_DOCUMENT = {"ClientAccount": "", "Email": ""}


def respell(answer: dict[str, Any], spelling: str) -> dict[str, Any]:
    def camel(name: str) -> str:
        return LOWER_CAMEL.get(name, name[:1].lower() + name[1:])

    def pascal(name: str) -> str:
        return PASCAL.get(name, name[:1].upper() + name[1:])

    def form(index: int, name: str) -> str:
        if spelling == "camel" or (spelling == "mixed" and index % 2 == 0):
            return camel(name)
        if spelling in ("pascal", "mixed"):
            return pascal(name)
        return {"lower": name.lower(), "upper": name.upper()}.get(spelling, name)

    return {form(index, name): value for index, (name, value) in enumerate(answer.items())}


def status_word(word: str, options: dict[str, Any]) -> str:
    word = str(options["statusWords"].get(word, EXPIRED if word == LAPSED else word))
    return {"upper": word.upper(), "lower": word.lower()}.get(options["statusWordCase"], word)


def psp_id(transaction: Transaction, options: dict[str, Any], document: type) -> Any:
    form = {"string": str, "number": int}.get(options["pspIdAs"], document)
    return form(transaction.psp_id)


def amount(transaction: Transaction, options: dict[str, Any]) -> Any:
    if options["amountAs"] == "string":
        return transaction.amount_text
    short = transaction.amount_text
    short = short.rstrip("0").rstrip(".") if "." in short else short
    if options["amountAs"] == "shortString":
        return short
    return float(short) if "." in short else int(short)


def boolean(value: bool, options: dict[str, Any]) -> Any:
    return {"YN": "Y" if value else "N", "text": str(value).lower(), "number": int(value)}.get(options["booleansAs"], value)


def user_data(value: Any, options: dict[str, Any]) -> Any:
    if isinstance(value, dict) and options["udfAs"] == "list":
        return [{"Key": key, "Value": inner} for key, inner in value.items()]
    if value is not None and options["udfAs"] == "text":
        return json.dumps(value)
    return value


def expiry(month: str, year: str, options: dict[str, Any]) -> str:
    return {
        "MM/YYYY": f"{month}/{year}",
        "MM/YY": f"{month}/{year[2:]}",
        "M/YY": f"{int(month)}/{year[2:]}",
        "MMYY": f"{month}{year[2:]}",
        "YYYY-MM": f"{year}-{month}",
    }[options["cardExpiryAs"]]


def sent_date_time(at: int, options: dict[str, Any]) -> Any:
    if options["sentDateTimeAs"] == "iso":
        moment = datetime.datetime.fromtimestamp(at / 1000, datetime.timezone.utc)
        return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
    return {"s": at // 1000, "us": at * 1000, "msText": str(at)}.get(options["sentDateTimeAs"], at)


def result(transaction: Transaction, word: str, options: dict[str, Any]) -> dict[str, Any]:
    """The fields of a payment's result that notification and status answer share."""
    card = transaction.card
    paid = word in (PROCESSED, LAPSED)
    shown = "PENDING" if word == PENDING and transaction.kind == "page" else word
    auth_code: Any = transaction.auth_code if paid else None
    if auth_code and options["authCodeAs"] == "number":
        auth_code = int(auth_code)
    fields = {
        "TransactionToken": transaction.token,
        "OrderReference": transaction.order,
        "Status": status_word(shown, options),
        "AuthCode": auth_code,
        "CardInput": boolean(transaction.card_input, options),
        "PspId": psp_id(transaction, options, str),
        "Currency": transaction.currency,
        "Amount": amount(transaction, options),
        "CardNumber": card.masked_number if card else None,
        "CardExpiry": expiry(card.month, card.year, options) if card else None,
        "CardHolderName": card.holder if card else None,
        "CardCountry": card.country if card else None,
        "CardType": card.scheme if card else None,
        "CardToken": transaction.card_token if paid else None,
        "Acquirer": transaction.force_bank or ("FOREIGN" if transaction.method else None),
        "Email": transaction.email or None,
        "UniqueReference": transaction.unique,
        "ClientAccount": transaction.account or None,
        "Is3DS": boolean(transaction.authenticated, options),
    }
    if transaction.udf is not None and options["udf"] == "include":
        fields["UDF"] = user_data(transaction.udf, options)
    return fields


def fill_empty(fields: dict[str, Any], options: dict[str, Any]) -> dict[str, Any]:
    form = options["emptyAs"]
    if form == "absent":
        return {name: value for name, value in fields.items() if value not in (None, "")}
    filled = {}
    for name, value in fields.items():
        if value in (None, "") and not isinstance(value, (bool, int)):
            value = {"null": None, "empty": ""}.get(form, EMPTY_BY_DOCUMENT.get(name, value))
        filled[name] = value
    return filled


def finish(fields: dict[str, Any], omit: list[str], replace: dict[str, Any], spelling: str, options: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in fields.items() if name not in omit}
    return {**respell({**kept, **replace}, spelling), **options["extraFields"]}


def status_answer(transaction: Transaction, word: str, options: dict[str, Any]) -> dict[str, Any]:
    fields = fill_empty(result(transaction, word, options), options)
    fields["isSuccess"] = True
    fields["errorMessage"] = transaction.error if word != PENDING else None
    wanted = options["statusFields"]
    if wanted == "promised":
        wanted = PROMISED
    if wanted != "profile":
        fields = {name: value for name, value in fields.items() if name in wanted}
    return finish(fields, options["statusOmit"], options["statusSet"], options["statusCase"], options)


def notification(transaction: Transaction, word: str, attempt: int, at: int, options: dict[str, Any]) -> dict[str, Any]:
    fields = {
        "AttemptNumber": attempt,
        "SentDateTime": sent_date_time(at, options),
        **fill_empty(result(transaction, word, options), options),
    }
    return finish(fields, options["notificationOmit"], options["notificationSet"], options["notificationCase"], options)


def created(transaction: Transaction, page_url: str, options: dict[str, Any]) -> dict[str, Any]:
    fields = {
        "pspid": psp_id(transaction, options, int),
        "token": transaction.token,
        "redirectUrl": page_url,
        "status": status_word("PENDING", options),
        "isSuccess": True,
        "errorMessage": None,
    }
    return finish(fields, options["createOmit"], options["createSet"], options["createCase"], options)


def executed(transaction: Transaction, word: str, redirect_url: str | None, options: dict[str, Any]) -> dict[str, Any]:
    payout = transaction.kind == "payout"
    accepted = word not in ("Declined", "Failed")
    response = options["declineBankResponse"] if word == "Declined" else word
    as_boolean = payout if options["bankAcceptAs"] == "document" else options["bankAcceptAs"] == "boolean"
    fields = {
        "pspid": psp_id(transaction, options, int),
        "bankResponse": status_word(response, options),
        "bankAccept": accepted if as_boolean else ("YES" if accepted else "NO"),
        "cardToken": None if payout or word == PENDING else transaction.card_token,
        "redirectUrl": redirect_url,
        "isSuccess": accepted or (word == "Declined" and options["declineIsSuccess"]),
        "errorMessage": None if accepted else transaction.error,
    }
    spelling = options["executeCase"]
    if spelling == "document":
        spelling = "pascal" if payout else "camel"
    return finish(fields, options["executeOmit"], options["executeSet"], spelling, options)


def refused(text: str, payout: bool = False) -> dict[str, Any]:
    fields = {"isSuccess": False, "errorMessage": text}
    return respell(fields, "pascal" if payout else "document")
