#!/usr/bin/env python3
"""Checks a gateway against the interface document and its profile: one JSON line per check."""

from __future__ import annotations

import argparse
import http.client
import json
import sys

from client import Client
from conformance_checks import access, cards, pages, payouts, tokens, notifications, wire  # noqa: F401 (they register)
from conformance_checks.harness import CHECKS, DOCUMENT, Check, Failed, Inbox, Shop, Skipped


def judge(check: Check, shop: Shop) -> dict:
    ok: bool | None = True
    try:
        detail = check.run(shop) or ""
    except Failed as failed:
        ok, detail = False, str(failed)
    except Skipped as skipped:
        ok, detail = None, f"skipped: {skipped}"
    except (OSError, http.client.HTTPException) as problem:
        ok, detail = False, f"no answer: {type(problem).__name__}: {problem}"
    except Exception as problem:  # A gateway may answer anything; the next check shall still run.
        ok, detail = False, f"not understood: {type(problem).__name__}: {problem}"
    return {"name": check.name, "facts": check.facts, "basis": check.basis, "ok": ok, "detail": detail}


def run(client: Client, only: str | None = None, document_only: bool = False, slow: bool = False) -> list[dict]:
    shop = Shop(client, Inbox(), slow)
    results = []
    for check in CHECKS:
        if only and only not in check.name and only not in check.facts:
            continue
        if document_only and check.basis != DOCUMENT:
            continue
        results.append(judge(check, shop))
        print(json.dumps(results[-1], ensure_ascii=False), flush=True)
    return results


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("base_url", nargs="?")
    parser.add_argument("--client-id", default="client")
    parser.add_argument("--client-secret", default="client-secret")
    parser.add_argument("--signature-secret", default="signature-secret")
    parser.add_argument("--only", help="checks whose name contains this, or that cover this fact")
    parser.add_argument("--document-only", action="store_true", help="leave out what only the profile or RFC 9112 asks")
    parser.add_argument("--slow", action="store_true", help="wait for the two minutes of the page, too")
    parser.add_argument("--list", action="store_true", help="name the checks and end")
    given = parser.parse_args()
    if given.list or not given.base_url:
        for check in CHECKS:
            print(json.dumps({"name": check.name, "facts": check.facts, "basis": check.basis}, ensure_ascii=False))
        return 0 if given.list else 2
    client = Client(given.base_url, given.client_id, given.client_secret, given.signature_secret)
    results = run(client, given.only, given.document_only, given.slow)
    failed = [result for result in results if result["ok"] is False]
    print(f"{len(results)} checks, {len(failed)} failed", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
