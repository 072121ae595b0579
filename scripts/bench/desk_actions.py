"""Measures the arbiter's actions at the server: 300 boards, 9 rounds.

    python -m scripts.bench.desk_actions [--boards 300] [--rounds 9] [--repeat 5]

Every action goes through the whole of Django: middleware, permissions, services, templates. The
tournament lives in a database that is thrown away. The median of some repetitions is printed;
exit 1 if an action takes more processor time than the limit.
"""

# Imports within functions: Django is set up by then, with the servers that it needs.

import argparse
import os
import random
import re
import statistics
import sys
import time
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from django.test import Client

    from tournaments.models import Tournament

LIMIT = 150  # milliseconds of processor time: a busy machine makes nobody late

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--boards", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--repeat", type=int, default=5)
    options = parser.parse_args()

    import logging

    import config.wsgi  # noqa: F401  everything as it is served

    logging.disable(logging.INFO)
    from django.template.base import Template
    from django.test.runner import DiscoverRunner
    from django.test.utils import setup_test_environment, teardown_test_environment

    as_served = Template._render  # type: ignore[attr-defined]
    setup_test_environment(debug=False)
    # A test keeps what every partial was given; a page that is served does not.
    Template._render = as_served  # type: ignore[attr-defined]
    runner = DiscoverRunner(verbosity=0)
    databases = runner.setup_databases()
    try:
        slow = run(options.boards, options.rounds, options.repeat)
    finally:
        runner.teardown_databases(databases)
        teardown_test_environment()
    return 1 if slow else 0


def run(boards: int, rounds: int, repeat: int) -> int:
    from django.test import Client

    from scripts.bench.desk_others import knockouts, lists, teams
    from tests import factories

    started = time.perf_counter()
    tournament = tournament_under_way(boards, rounds)
    print(
        f"{boards} boards, round {rounds} of {rounds}; made in "
        f"{time.perf_counter() - started:.0f} s"
    )
    client = Client()
    client.force_login(factories.chief_of(tournament))
    slow = 0
    print(f"\n| {'Action':<44} | Milliseconds | of which CPU | Queries |")
    print(f"|{'-' * 46}|-------------:|-------------:|--------:|")
    for name, act in actions(client, tournament, rounds):
        slow += measured(name, act, repeat)
    for others in (partial(lists, players=2 * boards), knockouts, teams):
        for name, act in others(client):
            slow += measured(name, act, repeat)
    return slow


def measured(name: str, act: Callable[[], int], repeat: int) -> bool:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    times, busy, queries = [], [], 0
    for _again in range(repeat):
        with CaptureQueriesContext(connection) as captured:
            begun, cpu = time.perf_counter(), time.process_time()
            status = act()
            times.append((time.perf_counter() - begun) * 1000)
            busy.append((time.process_time() - cpu) * 1000)
        queries = len(captured)
        assert status < 400 or status == 409, (name, status)
    taken, worked = statistics.median(times), statistics.median(busy)
    late = " too slow" if worked > LIMIT else ""
    figures = f"{taken:12.0f} | {worked:12.0f} | {queries:7}"
    print(f"| {name:<44} | {figures} |{late}", flush=True)
    return worked > LIMIT


def tournament_under_way(boards: int, rounds: int) -> "Tournament":
    """All rounds but the last played, with random results; the last one published."""
    from tests import factories
    from tournaments.kernel.acts import act
    from tournaments.models import Pairing, Round
    from tournaments.services.entries.listing import enter_players
    from tournaments.services.rounds import pairing
    from tournaments.services.setup.prizes import PrizeRow, set_prizes

    dice = random.Random(20261118)
    made = factories.tournament(total_rounds=rounds + 1)
    enter_players(
        tournament=made,
        by=None,
        rows=[
            {"name": f"Player {n:03}", "fide_rating": 2600 - n, "federation": "TUR"}
            for n in range(1, 2 * boards + 1)
        ],
    )
    listed = [PrizeRow(place, place, Decimal(4000 - 100 * place)) for place in range(1, 31)]
    listed += [PrizeRow(1, 5, Decimal(300), category=key) for key in ("u16", "r-2200", "r-2400")]
    set_prizes(tournament=made, rows=listed, values={"prize_sharing": "hort"}, by=None)
    for number in range(1, rounds + 1):
        round_ = made.rounds.get(number=number)
        Round.objects.filter(pk=round_.pk).update(status=Round.Status.PAIRING)
        made.refresh_from_db()
        round_ = made.rounds.get(number=number)
        with act("round.paired", made, by=None) as done:
            pairing.pair_as_draft(done, round_)
        factories.publish(made, number)
        if number < rounds:
            rows = list(round_.pairings.games())
            for row in rows:
                row.result = dice.choice(("10", "==", "01"))
            Pairing.objects.bulk_update(rows, ["result"])
    return made


def several(
    client: "Client", tournament: "Tournament", desk: str
) -> list[tuple[str, Callable[[], int]]]:
    """Forty players ticked, and the question answered; and the way back."""
    chosen = [str(one.pk) for one in tournament.entries.order_by("-tpn")[:40]]

    def absent() -> int:
        sent: dict[str, Any] = {"entry": chosen, "act": "absent"}
        asked = client.post(f"{desk}/players/several/", sent)
        found = re.search(r'name="confirmed" value="([^"]+)"', asked.content.decode())
        if found is None:
            return asked.status_code
        return client.post(f"{desk}/players/several/", sent | {"confirmed": found[1]}).status_code

    def back() -> int:
        line = tournament.log.filter(act="checkin.several").first()
        sent = {"line": line.pk if line else 0}
        return client.post(f"{desk}/players/several/undo/", sent).status_code

    return [
        ("forty players absent, and taken back", lambda: absent() and back()),
    ]


def actions(
    client: "Client", tournament: "Tournament", rounds: int
) -> list[tuple[str, Callable[[], int]]]:
    from tournaments.models import Pairing

    event, slug = tournament.event.slug, tournament.slug
    desk = f"/en/desk/{event}/{slug}"
    here = f"{desk}/rounds/{rounds}"
    rows = list(Pairing.objects.filter(round__tournament=tournament, round__number=rounds))
    games = iter([row for row in rows if row.black_id])
    as_data = {"accept": "application/json"}

    def get(path: str) -> Callable[[], int]:
        return lambda: client.get(path).status_code

    def enter() -> int:
        row = next(games)
        sent = {"pairing": row.pk, "version": row.version, "result": "10"}
        return client.post(f"{here}/results/", sent, headers=as_data).status_code

    def live() -> int:
        return client.get(f"{here}/live/?board=7&after=0", headers=as_data).status_code

    def line() -> int:
        return client.post(f"{here}/line/", {"line": f"{next(games).board} 1"}).status_code

    def complete() -> int:
        Pairing.objects.filter(round__tournament=tournament, result="", bye="").update(result="==")
        return client.post(f"{here}/finish/").status_code

    def new_facts() -> int:
        """The draft page after a change: staleness and checks are worked out anew."""
        from django.db.models import F

        type(tournament).objects.filter(pk=tournament.pk).update(revision=F("revision") + 1)
        return client.get(f"{desk}/rounds/{rounds + 1}/").status_code

    entry = tournament.entries.order_by("tpn")[0]

    def post(path: str, **sent: str) -> Callable[[], int]:
        return lambda: client.post(path, sent).status_code

    def chairs() -> int:
        row = next(games)
        return client.post(
            f"{here}/chairs/", {"chairs": f"{row.pk}.w"}, headers=as_data
        ).status_code

    def undo() -> int:
        last = tournament.log.filter(act="result.entered")[0]
        return client.post(f"{here}/undo/", {"entry": last.pk}).status_code

    def discard() -> int:
        return client.post(f"{desk}/rounds/{rounds + 1}/discard/").status_code

    def change() -> int:
        """Another result of the round before the draft; the page at once shows what that moves."""
        board = Pairing.objects.get(round__tournament=tournament, round__number=rounds, board=9)
        code = "01" if board.result == "10" else "10"
        sent = {"pairing": board.pk, "version": board.version, "result": code}
        return client.post(f"{here}/results/", sent, headers=as_data).status_code

    def difference() -> int:
        change()
        return client.get(f"{desk}/rounds/{rounds + 1}/").status_code

    def pair() -> int:
        from tournaments.kernel.acts import act
        from tournaments.services.rounds import pairing

        with act("round.paired", tournament, by=None) as done:
            round_ = done.tournament.rounds.get(number=rounds + 1)
            pairing.pair_as_draft(done, round_)
        return 200

    return [
        ("results page", get(f"{here}/")),
        ("results page, second pass", get(f"{here}/?second=1")),
        ("enter a result", enter),
        ("enter a typed line, and its page", lambda: line() and client.get(f"{here}/").status_code),
        ("who is here, what others entered", live),
        ("note an empty chair", chairs),
        ("take the last entry back", undo),
        ("my desk", get("/en/desk/")),
        ("my desk, asked again by itself",
         lambda: client.get("/en/desk/?seen=x", headers={"HX-Request": "true"}).status_code),
        ("the event", get(f"/en/desk/{event}/")),
        ("players", get(f"{desk}/players/")),
        ("players, a name found", get(f"{desk}/players/?q=player+41")),
        ("a player", get(f"{desk}/players/{entry.pk}/")),
        ("check-in", get(f"{desk}/players/check-in/")),
        ("a player is here", post(f"{desk}/players/{entry.pk}/here/", act="here")),
        ("a player is absent", post(f"{desk}/players/{entry.pk}/here/", act="absent")),
        *several(client, tournament, desk),
        ("a zero-point bye", post(f"{desk}/players/{entry.pk}/bye/", kind="Z",
                                  round_number=str(rounds + 1))),
        ("withdraw: what becomes of the game", post(f"{desk}/players/{entry.pk}/withdraw/")),
        ("numbers", get(f"{desk}/players/numbers/")),
        ("ratings compared", get(f"{desk}/players/ratings/")),
        ("forbidden pairings", get(f"{desk}/players/forbidden/")),
        ("settings", get(f"{desk}/settings/")),
        ("prizes", get(f"{desk}/settings/prizes/")),
        ("Ready?", get(f"{desk}/settings/ready/")),
        ("timetable", get(f"{desk}/settings/timetable/")),
        ("standings", get(f"{desk}/standings/")),
        ("pictures: hall, lines, groups", get(f"{desk}/standings/pictures/")),
        ("standings, order by hand", get(f"{desk}/standings/decisions/")),
        ("working of a player", get(f"{desk}/standings/{rounds - 1}/players/{entry.pk}/")),
        ("documents", get(f"{desk}/documents/")),
        ("history", get(f"{desk}/history/")),
        ("correct an earlier round: the dialog", get(f"{desk}/rounds/{rounds - 1}/boards/19/")),
        ("the same with its simulation",
         get(f"{desk}/rounds/{rounds - 1}/boards/19/?result=00")),
        ("the report: what is missing", get(f"{desk}/rounds/report/")),
        ("finish the round", complete),
        ("pair (as the worker does)", pair),
        ("discard the draft", discard),
        ("pair again", pair),
        ("draft page", get(f"{desk}/rounds/{rounds + 1}/")),
        ("draft page after any change", new_facts),
        ("a result changes before the draft is out", change),
        ("the same, and the draft with what it moves", difference),
        ("pair again after that", pair),
        ("include somebody: the difference", get(f"{desk}/rounds/{rounds + 1}/branch/")),
        ("why the round is paired like this", get(f"{desk}/rounds/{rounds + 1}/reasons/")),
        ("publish: the question",
         lambda: client.post(f"{desk}/rounds/{rounds + 1}/publish/").status_code),
        ("begin editing by hand",
         lambda: client.post(f"{desk}/rounds/{rounds + 1}/hand/").status_code),
        ("the round by hand", get(f"{desk}/rounds/{rounds + 1}/hand/")),
        ("turn a board's colours: the question",
         lambda: client.post(
             f"{desk}/rounds/{rounds + 1}/hand/edit/", {"act": "turn:5"}).status_code),
        ("tournament report", get(f"{desk}/rounds/report/trf26/")),
    ]  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
