"""Merges a list of FIDE's into the register, by sets: what differs is changed, new players are
added, the rest stays as it is.

Earlier ratings are kept beside the month in which they ended, for the check of a tournament that
began under an older list.
"""

from collections.abc import Iterable
from datetime import date
from typing import Any

from tournaments.models import RegisteredPlayer
from tournaments.register import facts
from tournaments.register.layouts import RATINGS

REGISTER = RegisteredPlayer._meta.db_table
#: new players in one transaction
ADDED_AT_A_TIME = 20_000

_STAGED = """
    fide_id varchar(11), name varchar(120), search_key varchar(120), federation varchar(3),
    sex varchar(1), title varchar(3), birth_date varchar(10), inactive boolean,
    standard smallint, k_standard smallint, rapid smallint, k_rapid smallint,
    blitz smallint, k_blitz smallint
"""
_FACTS = ("name", "search_key", "federation", "sex", "title", "inactive")


def open_staging(cursor: Any, table: str) -> None:
    """Without a log of its own and without an index: it lives for minutes."""
    cursor.execute(f"CREATE UNLOGGED TABLE {table} ({_STAGED})")


def stage(cursor: Any, table: str, lines: Iterable[str]) -> None:
    how = r"FORMAT csv, DELIMITER E'\x01', QUOTE E'\x02', NULL E'\x03', ENCODING 'UTF8'"
    with cursor.copy(
        f"COPY {table} ({', '.join(facts.COLUMNS)}) FROM STDIN WITH ({how})"
    ) as target:
        target.write("".join(f"{line}\n" for line in lines))


def find_news(cursor: Any, table: str, ratings: tuple[str, ...]) -> None:
    """`register_news`: the lines of a staging table that say something else than the register;
    without `id` those whom the register does not have, in the order of their strength."""
    compared = [*_FACTS, *ratings, *(f"k_{name}" for name in ratings)]
    # Only the number of rows need be known; nothing here is worth compiling.
    cursor.execute("SET LOCAL default_statistics_target = 5")
    cursor.execute("SET LOCAL jit = off")
    cursor.execute("SET LOCAL work_mem = '96MB'")
    cursor.execute(f"ANALYZE {table}")
    # A birth date that somebody knows to the day is better than the list's year.
    birth = "CASE WHEN left(p.birth_date, 4) = s.birth_date THEN p.birth_date ELSE s.birth_date END"
    differs = " OR ".join(
        [f"p.{name} <> s.{name}" for name in compared] + ["left(p.birth_date, 4) <> s.birth_date"]
    )
    strongest = f"id IS NOT NULL, greatest({', '.join(ratings)}) DESC"
    cursor.execute("DROP TABLE IF EXISTS register_news")
    cursor.execute(
        f"CREATE TEMP TABLE register_news AS "
        f"SELECT *, row_number() OVER (ORDER BY {strongest}) AS place "
        f"FROM (SELECT DISTINCT ON (s.fide_id) p.id, s.fide_id, "
        f"{', '.join(f's.{name}' for name in compared)}, {birth} AS birth_date, "
        f"({' OR '.join(f'p.{name} <> s.{name}' for name in ratings)}) AS rated_anew "
        f"FROM {table} s LEFT JOIN {REGISTER} p ON p.fide_id = s.fide_id AND p.fide_id <> '' "
        f"WHERE p.id IS NULL OR {differs} ORDER BY s.fide_id, s.ctid) AS news"
    )
    cursor.execute("CREATE INDEX ON register_news (place)")
    cursor.execute("ANALYZE register_news")


def add_new(cursor: Any, month: date, ratings: tuple[str, ...], after: int) -> int:
    """The next block of those whom the register does not have; how many they were.

    A search meets every row that is not yet committed and has to pass over it: so the blocks are
    short, each is committed, and the strongest, whom the search shows first, come first.
    """
    # Ratings that a single list does not speak about are 0 for a new player.
    untold = [f"{k}{name}" for name in RATINGS if name not in ratings for k in ("", "k_")]
    told = [*ratings, *(f"k_{name}" for name in ratings)]
    new = {
        **{name: name for name in ["fide_id", *_FACTS, "birth_date", *told]},
        **dict.fromkeys(("national_id", "club"), "''"),
        **dict.fromkeys(["national", *untold], "0"),
        "list_month": "%s",
    }
    cursor.execute(
        f"INSERT INTO {REGISTER} ({', '.join(new)}) SELECT {', '.join(new.values())} "
        f"FROM register_news WHERE id IS NULL AND place > %s AND place <= %s ORDER BY place",
        [month, after, after + ADDED_AT_A_TIME],
    )
    rows: int = cursor.rowcount
    return rows


def change_known(cursor: Any, month: date, ratings: tuple[str, ...]) -> int:
    """Change players of the register to what the list says now; the ratings of before are kept."""
    columns = [*_FACTS, "birth_date", *ratings, *(f"k_{name}" for name in ratings)]
    cursor.execute("SET LOCAL jit = off")
    cursor.execute(
        f"WITH changed AS ("
        f"UPDATE {REGISTER} p SET {', '.join(f'{name} = n.{name}' for name in columns)}, "
        f"list_month = CASE WHEN n.rated_anew THEN %s ELSE p.list_month END "
        f"FROM register_news n WHERE p.id = n.id "
        f"RETURNING p.id, n.rated_anew, old.list_month, old.standard, old.rapid, old.blitz), "
        f"kept AS (INSERT INTO tournaments_pastrating "
        f"(player_id, kind, month, until, standard, rapid, blitz, national) "
        f"SELECT id, 'fide', list_month, %s, standard, rapid, blitz, 0 "
        f"FROM changed WHERE rated_anew AND list_month < %s "
        f"ON CONFLICT (player_id, kind, until) DO NOTHING) "
        f"SELECT count(*) FROM changed",
        [month, month, month],
    )
    return int(cursor.fetchone()[0])


def learn_words(cursor: Any, words: Iterable[str]) -> None:
    """Words that occur now, for the search's guesses at what was mistyped."""
    cursor.execute("DROP TABLE IF EXISTS register_heard")
    cursor.execute(
        'CREATE TEMP TABLE register_heard (word varchar(120) COLLATE "C") ON COMMIT DROP'
    )
    with cursor.copy("COPY register_heard FROM STDIN") as target:
        # Letters, digits and what is like them: nothing that COPY would read otherwise.
        target.write("".join(f"{word}\n" for word in sorted(words)))
    cursor.execute(
        "INSERT INTO tournaments_registerword (word) SELECT word FROM register_heard "
        "ON CONFLICT DO NOTHING"
    )
