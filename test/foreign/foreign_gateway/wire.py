"""HTTP/1.1 on plain sockets, framed by RFC 9112 and by nothing else.

A request without Content-Length and Transfer-Encoding has no body. Whatever follows it is the next request; when
that is not one, the peer gets an error, the connection ends and the fault is recorded.
"""

from __future__ import annotations

import email.utils
import http
import re
import socket
import struct
import threading
import time
from dataclasses import dataclass, field
from typing import Callable
from urllib.parse import parse_qsl, unquote, urlsplit

from .masking import without_digits

TOKEN = re.compile(rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")
FIELD_VALUE = re.compile(rb"[\t\x20-\x7e\x80-\xff]*")
TARGET = re.compile(rb"[\x21\x22\x24-\x7e]+")
VERSION = re.compile(rb"HTTP/(\d)\.(\d)")
CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,8})[ \t]*(?:;[\t\x20-\x7e\x80-\xff]*)?")
MAX_LINE = 8 * 1024
MAX_FIELDS = 100
IDLE_SECONDS = 60
STALL_SECONDS = 20


class ProtocolError(Exception):
    def __init__(self, status: int, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


class EndOfStream(Exception):
    """The peer closed between two requests: no fault."""


@dataclass
class Request:
    method: str
    target: str
    headers: dict[str, str]
    body: bytes
    connection: int
    index: int
    framing: str

    @property
    def path(self) -> str:
        return urlsplit(self.target).path

    @property
    def segments(self) -> list[str]:
        return [unquote(part) for part in self.path.split("/") if part]

    @property
    def query(self) -> dict[str, str]:
        return dict(parse_qsl(urlsplit(self.target).query, keep_blank_values=True))

    @property
    def media_type(self) -> str:
        return self.headers.get("content-type", "").split(";")[0].strip().lower()


@dataclass
class Response:
    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut: str | None = None
    """`silent`: close without an answer; `middle`: close inside the body."""
    after: Callable[[], None] | None = None
    """Runs once the last byte is handed to the network."""


class Reader:
    """Takes lines and counted bytes off a socket, and keeps what is left for the next request."""

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.buffer = b""
        self.taken = b""
        """The beginning of the request being read, for the record of a fault."""

    def take(self, count: int) -> bytes:
        piece, self.buffer = self.buffer[:count], self.buffer[count:]
        self.taken += piece[: max(0, 2048 - len(self.taken))]
        return piece

    def fill(self) -> bool:
        data = self.sock.recv(65536)
        self.buffer += data
        return bool(data)

    def line(self, status_when_long: int) -> bytes:
        while (end := self.buffer.find(b"\n")) < 0:
            if len(self.buffer) > MAX_LINE:
                raise ProtocolError(status_when_long, "line too long")
            if not self.fill():
                raise ProtocolError(400, "the connection ended inside a line")
        raw = self.take(end + 1)
        if len(raw) > MAX_LINE:
            raise ProtocolError(status_when_long, "line too long")
        if not raw.endswith(b"\r\n"):
            raise ProtocolError(400, "line ended by a bare LF")
        if b"\r" in raw[:-2]:
            raise ProtocolError(400, "bare CR inside a line")
        return raw[:-2]

    def exactly(self, count: int) -> bytes:
        while len(self.buffer) < count:
            if not self.fill():
                raise ProtocolError(400, f"the connection ended {count - len(self.buffer)} bytes before the body did")
        return self.take(count)


def begin(reader: Reader) -> None:
    """Waits for the first bytes of a request and refuses at once what cannot begin one."""
    if not reader.buffer and not reader.fill():
        raise EndOfStream
    while reader.buffer in (b"\r", b"\r\n"):
        if not reader.fill():
            raise EndOfStream
    if reader.buffer.startswith(b"\r\n"):
        reader.buffer = reader.buffer[2:]
    method = reader.buffer.split(b" ", 1)[0]
    if len(method) > 32 or not TOKEN.fullmatch(method):
        raise ProtocolError(400, "these bytes begin no request (a body without Content-Length is not a body)")


def parse_headers(reader: Reader) -> list[tuple[str, str]]:
    fields: list[tuple[str, str]] = []
    while line := reader.line(431):
        if len(fields) == MAX_FIELDS:
            raise ProtocolError(431, "too many header fields")
        if line[:1] in b" \t":
            raise ProtocolError(400, "folded header line")
        name, colon, value = line.partition(b":")
        if not colon or not TOKEN.fullmatch(name):
            raise ProtocolError(400, "header name is no token")
        value = value.strip(b" \t")
        if not FIELD_VALUE.fullmatch(value):
            raise ProtocolError(400, "control character in a header value")
        fields.append((name.decode().lower(), value.decode("latin-1")))
    return fields


def read_chunks(reader: Reader, limit: int) -> bytes:
    body = b""
    while True:
        size_line = CHUNK_SIZE.fullmatch(reader.line(400))
        if not size_line:
            raise ProtocolError(400, "bad chunk size")
        size = int(size_line.group(1), 16)
        if size == 0:
            parse_headers(reader)
            return body
        if len(body) + size > limit:
            raise ProtocolError(413, "body too large")
        body += reader.exactly(size)
        if reader.exactly(2) != b"\r\n":
            raise ProtocolError(400, "chunk longer than its size")


def read_request(reader: Reader, connection: int, index: int, limit: int) -> Request:
    begin(reader)
    parts = reader.line(414).split(b" ")
    if len(parts) != 3:
        raise ProtocolError(400, "request line has not three parts")
    method, target, version = parts
    if not TARGET.fullmatch(target):
        raise ProtocolError(400, "bad request target")
    number = VERSION.fullmatch(version)
    if not number:
        raise ProtocolError(400, "bad HTTP version")
    if number.group(1) != b"1":
        raise ProtocolError(505, "HTTP version not supported")
    old = number.group(2) == b"0"
    fields = parse_headers(reader)
    named = {name: [v for n, v in fields if n == name] for name, _ in fields}
    if len(named.get("host", [])) != 1 and not (old and "host" not in named):
        raise ProtocolError(400, "exactly one Host is required")
    codings = [part.strip().lower() for v in named.get("transfer-encoding", []) for part in v.split(",")]
    lengths = named.get("content-length", [])
    if codings:
        if lengths:
            raise ProtocolError(400, "Transfer-Encoding and Content-Length together")
        if old:
            raise ProtocolError(400, "Transfer-Encoding in HTTP/1.0")
        if codings != ["chunked"]:
            raise ProtocolError(501, "unknown transfer coding")
    if len(lengths) > 1 or (lengths and not re.fullmatch(r"\d{1,12}", lengths[0])):
        raise ProtocolError(400, "bad Content-Length")
    if lengths and int(lengths[0]) > limit:
        raise ProtocolError(413, "body too large")
    if expected := named.get("expect"):
        if expected != ["100-continue"]:
            raise ProtocolError(417, "unknown expectation")
        if not old and not reader.buffer:
            reader.sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
    if codings:
        body, framing = read_chunks(reader, limit), "chunked"
    elif lengths:
        body, framing = reader.exactly(int(lengths[0])), "length"
    else:
        body, framing = b"", "none"
    path = target.decode()
    if not path.startswith("/") and path != "*":
        absolute = urlsplit(path)
        if absolute.scheme not in ("http", "https") or not absolute.netloc:
            raise ProtocolError(400, "request target is neither a path nor an address")
        path = (absolute.path or "/") + (f"?{absolute.query}" if absolute.query else "")
    headers = {name: ", ".join(values) for name, values in named.items()}
    persistent = [part.strip().lower() for part in headers.get("connection", "").split(",")]
    if old and "keep-alive" not in persistent:
        headers["connection"] = "close"
    return Request(method.decode(), path, headers, body, connection, index, framing)


def write_response(sock: socket.socket, response: Response, head_only: bool, close: bool) -> None:
    bodiless = response.status in (204, 304) or response.status < 200
    try:
        phrase = http.HTTPStatus(response.status).phrase
    except ValueError:
        phrase = "Unnamed"
    headers = {"Date": email.utils.formatdate(usegmt=True), "Cache-Control": "no-store", **response.headers}
    if not bodiless:
        headers["Content-Length"] = str(len(response.body))
    if close:
        headers["Connection"] = "close"
    lines = [f"HTTP/1.1 {response.status} {phrase}", *(f"{name}: {value}" for name, value in headers.items())]
    head = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1")
    body = b"" if head_only or bodiless else response.body
    if response.cut == "middle":
        body = body[: len(body) // 2]
    sock.sendall(head + body)


class StrictServer:
    """One thread per connection; requests on one connection are answered in their order."""

    def __init__(
        self,
        handle: Callable[[Request], Response],
        record_fault: Callable[[dict], None],
        host: str = "127.0.0.1",
        port: int = 0,
        max_body: int = 64 * 1024,
    ) -> None:
        self.handle = handle
        self.record_fault = record_fault
        self.max_body = max_body
        self.listener = socket.create_server((host, port), backlog=64)
        self.host, self.port = self.listener.getsockname()[:2]
        self.connections = 0
        self.stopped = False

    @property
    def base_url(self) -> str:
        return f"http://{self.host}:{self.port}"

    def start(self) -> "StrictServer":
        threading.Thread(target=self.accept, daemon=True, name="accept").start()
        return self

    def stop(self) -> None:
        self.stopped = True
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.listener.close()

    def accept(self) -> None:
        while not self.stopped:
            try:
                sock, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self.serve, args=(sock, self.connections), daemon=True).start()

    def serve(self, sock: socket.socket, connection: int) -> None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        reader = Reader(sock)
        index = 0
        try:
            while not self.stopped:
                index += 1
                if not self.serve_one(sock, reader, connection, index):
                    break
        except (EndOfStream, OSError):
            pass
        finally:
            sock.close()

    def serve_one(self, sock: socket.socket, reader: Reader, connection: int, index: int) -> bool:
        sock.settimeout(IDLE_SECONDS if index > 1 and not reader.buffer else STALL_SECONDS)
        reader.taken = b""
        try:
            request = read_request(reader, connection, index, self.max_body)
        except ProtocolError as fault:
            self.fault(connection, index, fault.detail, reader.taken + reader.buffer, fault.status)
            answer = Response(fault.status, f"{fault.detail}\n".encode(), {"Content-Type": "text/plain"})
            write_response(sock, answer, False, True)
            self.linger(sock)
            return False
        except TimeoutError:
            if reader.taken or reader.buffer:
                self.fault(connection, index, "request stalled", reader.taken + reader.buffer, 408)
            return False
        response = self.handle(request)
        if response.cut == "silent":
            # A reset, not an orderly end: the peer cannot take it for an empty answer.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            return False
        asked_to_close = "close" in [part.strip().lower() for part in request.headers.get("connection", "").split(",")]
        close = asked_to_close or response.cut == "middle"
        write_response(sock, response, request.method == "HEAD", close)
        if response.after:
            response.after()
        if close:
            self.bytes_after_the_last(sock, reader, connection, index)
            self.linger(sock)
        return not close

    def bytes_after_the_last(self, sock: socket.socket, reader: Reader, connection: int, index: int) -> None:
        try:
            sock.settimeout(0.05)
            reader.fill()
        except OSError:
            pass
        if reader.buffer:
            self.fault(connection, index, "bytes after the last request of a connection", reader.buffer, None)

    def fault(self, connection: int, index: int, detail: str, raw: bytes, answered: int | None) -> None:
        self.record_fault(
            {
                "at": int(time.time() * 1000),
                "connection": connection,
                "requestIndex": index,
                "detail": detail,
                "bytes": without_digits(raw),
                "answered": answered,
            }
        )

    @staticmethod
    def linger(sock: socket.socket) -> None:
        """Lets the peer read the answer before unread bytes turn the close into a reset."""
        try:
            sock.shutdown(socket.SHUT_WR)
            sock.settimeout(0.5)
            while sock.recv(65536):
                pass
        except OSError:
            pass
