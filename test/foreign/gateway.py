#!/usr/bin/env python3
"""Starts the foreign gateway and prints one JSON line with its address."""

from __future__ import annotations

import argparse
import json
import threading

from foreign_gateway.app import Gateway
from foreign_gateway.options import markdown_table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--client-id", default="client")
    parser.add_argument("--client-secret", default="client-secret")
    parser.add_argument("--signature-secret", default="signature-secret")
    parser.add_argument("--public-url", help="address that customers reach the page by, when not the one listened on")
    parser.add_argument("--log", action="store_true", help="one line per request on stderr")
    parser.add_argument("--options", action="store_true", help="print the table of options and end")
    given = parser.parse_args()
    if given.options:
        print(markdown_table())
        return
    gateway = Gateway(
        given.client_id, given.client_secret, given.signature_secret, given.host, given.port, given.public_url, given.log
    ).start()
    print(json.dumps({"baseUrl": gateway.base_url}), flush=True)
    try:
        threading.Event().wait()
    except KeyboardInterrupt:
        pass


if __name__ == "__main__":
    main()
