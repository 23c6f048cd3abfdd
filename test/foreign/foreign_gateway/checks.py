"""Reading requests: the listed names, their types and bounds, and what a refused call is refused for."""

from __future__ import annotations

import datetime
import ipaddress
import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Any
from urllib.parse import urlsplit

from .cards import Card, bad_number

HTTP_STATUS = {
    "shape": 400, "unsupported": 400, "auth": 401, "signature": 401, "pci": 403, "unknown": 404,
    "method": 405, "reused": 409, "tooLarge": 413, "mediaType": 415, "busy": 429, "down": 503,
}
PASCAL_CLIENT = ["Email", "ClientAccount", "FirstName", "LastName", "Country", "MobileNo", "Street", "City", "ZIPCode",
                 "State", "DateOfBirth", "IPAddress"]
# Direct connect lists two forms of some names and one of the others.
DIRECT_CLIENT = {
    "email": "Email", "Email": "Email", "clientAccount": "ClientAccount", "ClientAccount": "ClientAccount",
    "firstName": "FirstName", "FirstName": "FirstName", "lastName": "LastName", "LastName": "LastName",
    "country": "Country", "mobileNo": "MobileNo", "street": "Street", "city": "City", "City": "City",
    "ZIPCode": "ZIPCode", "state": "State", "dateOfBirth": "DateOfBirth", "IPAddress": "IPAddress",
}
PAGE_CLIENT = {name: name for name in PASCAL_CLIENT}
COMMON = ["TransactionType", "Amount", "Currency", "OrderReference", "UniqueReference", "IsTest", "RedirectionURL",
          "FailRedirectionURL", "CallBackURL", "Language", "Client", "UDF"]
EXECUTE = [*COMMON, "IPAddress", "PspId", "PaymentCredentials", "Card", "PaymentDestination", "Routing", "BrowserDetails",
           "ThreeDSecureAuthentication"]
CREATE = [*COMMON, "Configuration"]
CREDENTIALS = ["PaymentSource", "CardType", "CardNumber", "CvV2", "ExpMonth", "ExpYear", "CardHolderName"]
TOKENISE = ["CardHolderName", "CardNumber", "ExpMonth", "ExpYear", "ClientAccount"]
BROWSER = {"UserAgent": str, "JavaEnabled": bool, "ScreenColorDepth": str, "ScreenWidth": str, "ScreenHeight": str,
           "TimeZone": str, "AcceptHeader": str, "BrowserLanguage": str}
THREE_DS = ["eci", "xid", "dsTransactionId", "acsTransID", "challengeIndicator", "transStatus", "threeDSecureFlow", "cavv",
            "threeDVersion"]
NO_DECIMALS = set("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split())
THREE_DECIMALS = set("BHD IQD JOD KWD LYD OMR TND".split())
FOUR_DECIMALS = set("CLF UYW".split())
TWO_DECIMALS = set(
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC "
    "CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES "
    "KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR "
    "NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SLL SOS SRD SSP STN SVC SYP SZL THB TJS "
    "TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD YER ZAR ZMW ZWL".split()
)


class Refusal(Exception):
    """A call that is not carried out. `business` refusals are answers in themselves: 200 with isSuccess false."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


def exponent_of(currency: str) -> int | None:
    if currency in NO_DECIMALS:
        return 0
    if currency in THREE_DECIMALS:
        return 3
    if currency in FOUR_DECIMALS:
        return 4
    return 2 if currency in TWO_DECIMALS else None


@dataclass
class Names:
    """Takes the listed names out of an object, in their one canonical form, and remembers the others."""

    any_case: bool
    unlisted: list[str]

    def read(self, given: dict[str, Any], listed: list[str] | dict[str, str], where: str = "") -> dict[str, Any]:
        forms = listed if isinstance(listed, dict) else {name: name for name in listed}
        loose = {form.lower(): name for form, name in forms.items()}
        found: dict[str, Any] = {}
        for name, value in given.items():
            canonical = forms.get(name) or (loose.get(name.lower()) if self.any_case else None)
            if canonical is None:
                self.unlisted.append(where + name)
            elif canonical in found and found[canonical] != value:
                raise Refusal("shape", f"{where}{name} is given twice")
            else:
                found[canonical] = value
        return found


def need(fields: dict[str, Any], names: list[str]) -> None:
    for name in names:
        if fields.get(name) in (None, ""):
            raise Refusal("shape", f"{name} is required")


def text(fields: dict[str, Any], name: str, pattern: str | None = None, longest: int = 255) -> str | None:
    value = fields.get(name)
    if value is None:
        return None
    if not isinstance(value, str):
        raise Refusal("shape", f"{name} must be a string")
    if len(value) > longest or (pattern and not re.fullmatch(pattern, value)):
        raise Refusal("shape", f"{name} is not valid")
    return value


def truth(fields: dict[str, Any], name: str) -> bool | None:
    value = fields.get(name)
    if value is not None and not isinstance(value, bool):
        raise Refusal("shape", f"{name} must be a boolean")
    return value


def record(fields: dict[str, Any], name: str) -> dict[str, Any] | None:
    value = fields.get(name)
    if value is not None and not isinstance(value, dict):
        raise Refusal("shape", f"{name} must be an object")
    return value


def address(fields: dict[str, Any], name: str) -> str | None:
    value = text(fields, name, longest=2048)
    if value is not None:
        try:
            parts = urlsplit(value)
            valid = parts.scheme in ("http", "https") and bool(parts.hostname)
        except ValueError:
            valid = False
        if not valid:
            raise Refusal("shape", f"{name} must be an absolute http(s) address")
    return value


def amount(fields: dict[str, Any], numbers: bool) -> tuple[Decimal, int, str]:
    currency = text(fields, "Currency", r"[A-Z]{3}") or ""
    exponent = exponent_of(currency)
    if exponent is None:
        raise Refusal("shape", "Currency is not known")
    value = fields.get("Amount")
    if isinstance(value, (int, float)) and not isinstance(value, bool) and numbers:
        value = str(value)
    if not isinstance(value, str):
        raise Refusal("shape", "Amount must be a decimal string")
    if not re.fullmatch(r"\d{1,12}(\.\d+)?", value, re.ASCII):
        raise Refusal("shape", "Amount is not valid")
    if len(value.partition(".")[2]) > exponent:
        raise Refusal("shape", f"Amount has more decimals than {currency}")
    if Decimal(value) <= 0:
        raise Refusal("shape", "Amount must be above zero")
    return Decimal(value), exponent, currency


def udf(fields: dict[str, Any]) -> dict[str, Any] | None:
    value = record(fields, "UDF")
    if value is not None and len(value) > 20:
        raise Refusal("shape", "UDF has too many entries")
    return value


def client(fields: dict[str, Any], names: Names, forms: dict[str, str]) -> dict[str, Any]:
    given = names.read(record(fields, "Client") or {}, forms, "Client.")
    for name in given:
        text(given, name)
    text(given, "Country", r"[A-Z]{3}")
    ip_address(given)
    if born := given.get("DateOfBirth"):
        try:
            day = datetime.date.fromisoformat(born[:10])
        except ValueError:
            raise Refusal("shape", "DateOfBirth is no date") from None
        if day >= datetime.date.today():
            raise Refusal("shape", "DateOfBirth is not in the past")
    return given


def ip_address(fields: dict[str, Any]) -> None:
    if value := text(fields, "IPAddress"):
        try:
            ipaddress.ip_address(value)
        except ValueError:
            raise Refusal("shape", "IPAddress is not valid") from None


def common(fields: dict[str, Any], numbers: bool) -> dict[str, Any]:
    """What execute and create share, as the fields of a transaction."""
    total, exponent, currency = amount(fields, numbers)
    text(fields, "Language", r"[a-z]{2}")
    return {
        "amount": total,
        "exponent": exponent,
        "currency": currency,
        "order": text(fields, "OrderReference", r"[^\x00-\x1f\x7f]{1,80}") or "",
        "unique": text(fields, "UniqueReference", r"[^\x00-\x1f\x7f]{1,64}") or "",
        "redirect_url": address(fields, "RedirectionURL") or "",
        "fail_url": address(fields, "FailRedirectionURL"),
        "callback_url": address(fields, "CallBackURL") or "",
        "udf": udf(fields),
    }


def digits(fields: dict[str, Any], name: str, pattern: str, numbers: bool = True) -> str:
    value = fields.get(name)
    if isinstance(value, int) and not isinstance(value, bool) and numbers:
        value = str(value)
    if not isinstance(value, str) or not re.fullmatch(pattern, value, re.ASCII):
        raise Refusal("shape", f"{name} is not valid")
    return value


def security_code(fields: dict[str, Any]) -> str | None:
    return None if fields.get("CvV2") is None else digits(fields, "CvV2", r"\d{3,4}")


def card(fields: dict[str, Any], today: datetime.date, account: str) -> Card:
    need(fields, ["CardHolderName", "CardNumber", "ExpMonth", "ExpYear"])
    number = digits(fields, "CardNumber", r"\d{12,19}")
    if bad_number(number):
        raise Refusal("shape", "CardNumber is not valid")
    month = digits(fields, "ExpMonth", r"0[1-9]|1[0-2]", numbers=False)
    year = digits(fields, "ExpYear", r"\d{4}")
    if (int(year), int(month)) < (today.year, today.month):
        raise Refusal("shape", "the card has expired")
    holder = text(fields, "CardHolderName", r".{2,45}") or ""
    return Card.of(number, holder, month, year, account)


def browser(fields: dict[str, Any], names: Names) -> None:
    given = names.read(record(fields, "BrowserDetails") or {}, list(BROWSER), "BrowserDetails.")
    for name, value in given.items():
        if value is not None and not isinstance(value, BROWSER[name]):
            raise Refusal("shape", f"BrowserDetails.{name} has the wrong type")


def three_ds(fields: dict[str, Any], names: Names) -> dict[str, str] | None:
    given = record(fields, "ThreeDSecureAuthentication")
    if given is None:
        return None
    found = names.read(given, THREE_DS, "ThreeDSecureAuthentication.")
    for name in found:
        text(found, name)
    return found
