"""Asks the tables themselves, not the program, for what must hold after any storm."""

import time
from collections.abc import Sequence
from typing import Any

import psycopg

from scripts.storm.day import Desk, Record


def all_of(desks: Sequence[Desk]) -> Record:
    whole = Record()
    for desk in desks:
        for name in ("sent", "confirmed", "stands"):
            getattr(whole, name).update(getattr(desk.record, name))
        for name in ("published", "papers", "conflicts"):
            getattr(whole, name).extend(getattr(desk.record, name))
    return whole


def judge(database: str, record: Record) -> dict[str, Any]:
    """Figures by name; `lost`, `doubled`, `half_rounds`, `stuck` and `failed_work` must be 0."""
    with psycopg.connect(database) as connection:

        def rows(question: str, *values: Any) -> list[Any]:
            return connection.execute(question, values).fetchall()

        times = dict(
            rows("SELECT key, count(*) FROM tournaments_logentry WHERE key <> '' GROUP BY 1")
        )
        results = dict(rows("SELECT id, result FROM tournaments_pairing"))
        lost = [key for key in record.confirmed if times.get(key, 0) == 0]
        wrong = [board for board, code in record.stands.items() if results.get(board) != code]
        twice = [key for key, number in times.items() if number > 1]
        published = {(a, b): n for a, b, n in rows(
            "SELECT tournament_id, round_number, count(*) FROM tournaments_logentry"
            " WHERE act = 'round.published' GROUP BY 1, 2")}  # fmt: skip
        unpublished = [one for one in record.published if not published.get(one)]
        published_twice = [one for one, number in published.items() if number > 1]
        # A round is whole: everybody sits once, and nobody is left out.
        half = rows(
            "WITH seats AS (SELECT r.id, r.tournament_id, "
            "  unnest(ARRAY[p.white_id, p.black_id]) AS e"
            "  FROM tournaments_round r JOIN tournaments_pairing p ON p.round_id = r.id),"
            " counted AS (SELECT id, tournament_id, count(e) AS seated,"
            "  count(DISTINCT e) AS once"
            "  FROM seats GROUP BY 1, 2)"
            " SELECT r.id FROM tournaments_round r LEFT JOIN counted c ON c.id = r.id"
            " WHERE r.status IN ('draft', 'published', 'finished') AND (c.id IS NULL"
            "  OR c.seated <> c.once OR c.once <> (SELECT count(*) FROM tournaments_entry e"
            "  WHERE e.tournament_id = r.tournament_id))"
        )  # fmt: skip
        unasked = rows(
            "SELECT p.id FROM tournaments_pairing p JOIN tournaments_round r ON r.id = p.round_id"
            " WHERE r.status NOT IN ('draft', 'published', 'finished')"
        )
        papers = {(a, b): n for a, b, n in rows(
            "SELECT tournament_id, round_number, count(*) FILTER (WHERE content IS NOT NULL)"
            " FROM tournaments_document WHERE kind = 'pairings' GROUP BY 1, 2")}  # fmt: skip
        unprinted = [one for one in record.papers if not papers.get(one)]
        failed = rows("SELECT kind, error FROM tournaments_job WHERE status = 'failed'")
        stuck = rows(
            "SELECT kind, tries FROM tournaments_job WHERE status IN ('waiting', 'running')"
        )
    return {
        "confirmed": len(record.confirmed),
        "rounds": len(record.published),
        "papers": len(record.papers),
        "lost": len(lost) + len(wrong) + len(unpublished) + len(unprinted),
        "doubled": len(twice) + len(published_twice),
        "half_rounds": len(half) + len(unasked),
        "failed_work": failed,
        "stuck": stuck,
        "conflicts": record.conflicts,
        "detail": {"lost": lost[:5], "wrong": wrong[:5], "unpublished": unpublished[:5],
                   "unprinted": unprinted[:5], "twice": twice[:5], "half": half[:5]},
    }  # fmt: skip


def await_quiet(database: str, seconds: float) -> float:
    """Until no work is open; how long that took."""
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        with psycopg.connect(database) as connection:
            [open_ones] = connection.execute(
                "SELECT count(*) FROM tournaments_job WHERE status IN ('waiting', 'running')"
            ).fetchone() or [0]
        if not open_ones:
            break
        time.sleep(0.5)
    return time.monotonic() - began
