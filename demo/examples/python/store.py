"""Sessions and fulfilments in one SQLite file. Each method is one transaction."""

import sqlite3
import time
from contextlib import closing, contextmanager
from typing import Any, Iterator

SCHEMA = """
create table if not exists sessions (
  id text primary key,
  order_reference text not null,
  unique_reference text not null unique,
  amount text not null,
  currency text not null,
  secret_hash text not null,
  status text not null default 'creating',
  psp_id text,
  redirect_url text,
  created_at real not null,
  expires_at real not null default 0,
  returned_at real,
  polled_at real not null default 0,
  notified_at real
);
-- An order has at most one page that can be paid; a race of two requests ends here.
create unique index if not exists one_live_page on sessions (order_reference)
  where status in ('creating', 'open', 'pending');
create table if not exists fulfilments (
  order_reference text primary key,
  session_id text not null,
  done_at real
);
"""


class Store:
    def __init__(self, path: str) -> None:
        self._path = path
        with self._open() as db:
            db.executescript(SCHEMA)
        with closing(sqlite3.connect(path)) as db:
            db.execute("pragma journal_mode = wal")

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with closing(sqlite3.connect(self._path, timeout=5)) as db:
            db.row_factory = sqlite3.Row
            db.execute("pragma synchronous = full")
            with db:
                yield db

    def add(self, session: dict[str, Any]) -> bool:
        """False when the order has a live page already."""
        columns = ", ".join(session)
        try:
            with self._open() as db:
                db.execute(f"insert into sessions ({columns}) values ({', '.join('?' * len(session))})", list(session.values()))
            return True
        except sqlite3.IntegrityError:
            return False

    def get(self, session_id: str) -> dict[str, Any] | None:
        with self._open() as db:
            return _row(db.execute("select * from sessions where id = ?", [session_id]))

    def of_order(self, order_reference: str) -> dict[str, Any] | None:
        """The paid session of an order, else its newest."""
        with self._open() as db:
            return _row(db.execute(
                "select * from sessions where order_reference = ? order by status = 'completed' desc, created_at desc limit 1",
                [order_reference],
            ))

    def opened(self, session_id: str, psp_id: str, redirect_url: str, expires_at: float) -> None:
        with self._open() as db:
            db.execute(
                "update sessions set status = 'open', psp_id = ?, redirect_url = ?, expires_at = ? where id = ? and status = 'creating'",
                [psp_id, redirect_url, expires_at, session_id],
            )

    def set_time(self, session_id: str, moment: str) -> None:
        """Stores when a session was `polled_at`, `returned_at` or `notified_at`."""
        assert moment in ("polled_at", "returned_at", "notified_at")
        with self._open() as db:
            db.execute(f"update sessions set {moment} = ? where id = ?", [time.time(), session_id])

    def set_status(self, session_id: str, status: str) -> None:
        """Nothing undoes `completed`: a payment counts whatever comes later."""
        with self._open() as db:
            db.execute(
                "update sessions set status = ? where id = ? and status in ('creating', 'open', 'pending')",
                [status, session_id],
            )

    def complete(self, session_id: str) -> bool:
        """Marks the session paid and claims the order's one fulfilment. False when another payment holds it."""
        with self._open() as db:
            db.execute("update sessions set status = 'completed' where id = ?", [session_id])
            db.execute(
                "insert or ignore into fulfilments (order_reference, session_id) select order_reference, id from sessions where id = ?",
                [session_id],
            )
            claimed = db.execute("select 1 from fulfilments where session_id = ?", [session_id]).fetchone()
            return claimed is not None

    def fulfilled(self, session_id: str) -> None:
        with self._open() as db:
            db.execute("update fulfilments set done_at = ? where session_id = ?", [time.time(), session_id])

    def unfulfilled(self) -> list[dict[str, Any]]:
        with self._open() as db:
            return [dict(row) for row in db.execute(
                "select sessions.* from sessions join fulfilments on session_id = sessions.id where done_at is null"
            )]

    def due(self) -> list[dict[str, Any]]:
        """Sessions to poll, those that were polled longest ago first."""
        now = time.time()
        with self._open() as db:
            return [dict(row) for row in db.execute(
                """select * from sessions where status in ('open', 'pending', 'failed', 'expired') and created_at > ? and (
                     notified_at > polled_at
                     or (status in ('open', 'pending') and expires_at < ? and polled_at < ?)
                   ) order by polled_at limit 20""",
                [now - 7 * 86_400, now, now - 60],
            )]


def _row(cursor: sqlite3.Cursor) -> dict[str, Any] | None:
    row = cursor.fetchone()
    return None if row is None else dict(row)
