"""A whole tournament made from a report file: all of it or nothing.

What `event_reading` has read and judged is stored as if it had been played here: each round is
settled and published in the log, so that corrections and reports afterwards are told as usual.
"""

from datetime import datetime, time
from typing import Any

from django.utils import timezone

from pairing.results import ByeKind
from pairing.state import RoundPairing
from pairing.strength import ranking_rating
from pairing.trf import NationalRecord, TrfPlayer
from pairing.trf.history import history_of
from tournaments.kernel.acts import Act, act
from tournaments.models import (
    IMPORTED,
    ByeRequest,
    Entry,
    Event,
    ForbiddenPairing,
    GameRow,
    Irregular,
    LaterRating,
    Pairing,
    RegisteredPlayer,
    Round,
    Tournament,
    User,
)
from tournaments.queries.rounds.boards import boards_as_data, rule_order
from tournaments.services.reports.event_notes import day_of
from tournaments.services.reports.event_people import away, has_left, person, rounds_of
from tournaments.services.reports.event_reading import (
    ForeignEvent,
    RoundSeen,
)
from tournaments.services.reports.team_import import store_round_of_teams, store_teams
from tournaments.services.rounds.boards import number_boards
from tournaments.services.rounds.pairing import trace_as_data
from tournaments.services.setup.events import create_tournament
from tournaments.snapshot import Snapshot

#: until the arbiter says when; a report has days only
USUAL_BEGINNING = time(10, 0)


def store_event(*, event: Event, seen: ForeignEvent, name: str, by: User | None) -> Tournament:
    made = create_tournament(event=event, by=by, **(seen.values | {"name": name}))
    with act("tournament.imported", made, by=by) as done:
        tournament = done.tournament
        if seen.seed is not None:
            tournament.seed = seen.seed
        people = _enter(tournament, seen)
        if seen.last_of_first_group:
            tournament.last_of_first_group = people[seen.last_of_first_group]
        tournament.fide_mode = seen.fide_mode
        done.save("seed", "last_of_first_group", "fide_mode")
        teams = store_teams(done, seen, seen.teams, people) if seen.teams else {}
        if not seen.teams:
            _forbid(tournament, seen, people)
        done.record(
            tournament,
            label=f"{seen.source.version}: {seen.source.name}",
            after={
                "file": seen.fingerprint,
                "players": len(people),
                "rounds": len(seen.rounds),
                "comments": list(seen.source.comments),
            },
        )
        for number, what in seen.configured:
            done.record(
                tournament,
                "tournament.configured_elsewhere",
                round_number=number,
                label=what[:160],
                irregular=Irregular.CONFIGURATION,
            )
        _later_ratings(seen, people)
        if not seen.teams:
            _byes(done, seen, people)
        rows = {row.number: row for row in tournament.rounds.all()}
        for one in seen.rounds:
            if seen.teams:
                store_round_of_teams(done, rows[one.number], one, seen, people, teams)
            else:
                _store(done, rows[one.number], one, seen, people)
        _days(tournament, seen, rows)
        return tournament


# --- Players ------------------------------------------------------------------------------------


def _enter(tournament: Tournament, seen: ForeignEvent) -> dict[int, Entry]:
    """Everybody, by number in the file."""
    document = seen.document
    ids = [player.fide_id for player in document.players if player.fide_id]
    known = dict(RegisteredPlayer.objects.filter(fide_id__in=ids).values_list("fide_id", "pk"))
    national = {one.number: one for one in document.national}
    table = tournament.format.fixed_schedule
    numbered = sorted(document.tpns.values()) == list(range(1, len(document.players) + 1))
    entries = []
    for player in document.players:
        tpn = document.tpns[player.number]
        entry = Entry(
            tournament=tournament,
            tpn=tpn,
            drawn_number=tpn if table and numbered else None,
            player_id=known.get(player.fide_id),
            **person(player),
            **_ratings(tournament, player, national.get(player.number)),
        )
        if not table and not seen.teams:
            _presence(entry, player, seen)
        entries.append(entry)
    Entry.objects.bulk_create(entries)
    return {player.number: entry for player, entry in zip(document.players, entries, strict=True)}


def _ratings(
    tournament: Tournament, player: TrfPlayer, national: NationalRecord | None
) -> dict[str, Any]:
    """The rating that ranks a player, and those of the lists. Without record 172 nobody knows
    where a rating is from: it is taken for FIDE's."""
    own = national.rating if national else 0
    ranking = ranking_rating(tournament.rating_method, player.rating, own)
    return {
        "rating": (own or player.rating) if ranking is None else ranking,
        "fide_rating": player.rating,
        "rating_source": IMPORTED if player.rating else "",
        "national_rating": own,
        "national_id": national.national_id[:20] if national else "",
    }


def _later_ratings(seen: ForeignEvent, people: dict[int, Entry]) -> None:
    LaterRating.objects.bulk_create(
        LaterRating(entry=people[number], first_round=first_round, rating=rating)
        for number, ratings in seen.policy.history
        for first_round, rating in ratings[1:]
    )


def _presence(entry: Entry, player: TrfPlayer, seen: ForeignEvent) -> None:
    begun = seen.document.begun_rounds
    rounds = rounds_of(player, begun)
    if has_left(player, seen.document):
        entry.status = Entry.Status.WITHDRAWN
        entry.withdrawn_after = max(rounds, default=0)
    entry.first_round = rounds[0] if rounds else 1 if entry.gone else begun + 1


def _forbid(tournament: Tournament, seen: ForeignEvent, people: dict[int, Entry]) -> None:
    for group in seen.document.forbidden:
        rule = ForbiddenPairing.objects.create(
            tournament=tournament, first_round=group.first_round, last_round=group.last_round
        )
        rule.entries.set(people[number] for number in sorted(group.players))


# --- Rounds -------------------------------------------------------------------------------------


def _byes(done: Act[Tournament], seen: ForeignEvent, people: dict[int, Entry]) -> None:
    """Byes asked for, of rounds played and to come; full-point byes are told in the report."""
    document = seen.document
    begun = document.begun_rounds
    asked: dict[tuple[int, int], ByeKind] = {}
    for player in document.players:
        for number in range(1, len(player.rounds) + 1):
            kind = away(player, number)
            wanted = kind in (ByeKind.HALF_POINT, ByeKind.FULL_POINT) or number > begun
            if kind and wanted and kind is not ByeKind.PAIRING_ALLOCATED:
                asked[number, player.number] = kind
    for request in document.requested:
        if request.round > begun:
            for number in request.players:
                asked.setdefault((request.round, number), request.kind)
    rows = []
    for (number, tpn), kind in sorted(asked.items()):
        entry = people[tpn]
        if number > begun and entry.gone:
            continue
        rows.append(ByeRequest(entry=entry, round_number=number, kind=kind.value))
        if kind is ByeKind.FULL_POINT:
            done.record(
                entry,
                "bye.granted",
                round_number=number,
                after=kind.value,
                irregular=Irregular.FULL_BYE,
            )
    ByeRequest.objects.bulk_create(rows)


def _store(
    done: Act[Tournament],
    round_: Round,
    one: RoundSeen,
    seen: ForeignEvent,
    people: dict[int, Entry],
) -> None:
    """One round as it was played: boards, byes, and in the log what settled it."""
    by, number, document, now = done.by, one.number, seen.document, timezone.now()
    history = history_of(seen.source)
    reported = {
        (game.white, game.black): code for game, code in history.counted if game.round == number
    }
    games = [
        GameRow(
            round=round_,
            white=people[white],
            black=people[black],
            result=code,
            reported_result=reported.get((white, black), ""),
            by_hand=not one.agrees,
            entered_by=by if code else None,
            entered_at=now if code else None,
        )
        for white, black, code in document.games(number)
    ]
    before = _before(seen, number, people)
    if done.tournament.format.swiss:
        games = rule_order(games, before)
    number_boards(games)
    byes = [
        Pairing(round=round_, white=people[player.number], bye=kind.value)
        for player in document.players
        if (kind := away(player, number))
    ]
    Pairing.objects.bulk_create([*games, *byes])
    round_.imported = True
    round_.paired_at = round_.published_at = now
    round_.published_by = by
    round_.status = Round.Status.PUBLISHED
    if number < document.begun_rounds or not one.open_games:
        round_.status, round_.finished_at = Round.Status.FINISHED, now
    round_.trace = trace_as_data(before, RoundPairing(number, ()))
    if order := history.orders.get(number):
        # The holders of the numbers then; 0 is somebody who has left the list.
        round_.trace["order"] = [people[held].pk if held in people else 0 for held in order]
    for held, rating in history.ratings.get(number, {}).items():
        round_.trace["ratings"][str(people[held].pk)] = rating
    round_.save()
    boards = boards_as_data(round_)
    done.record(
        round_,
        "round.imported",
        label="as the program pairs" if one.agrees else "differs from the program",
        before={"boards": [], "seats": _seats(one.correct, people)},
        after={"boards": boards, "seats": _seats(one.used, people)},
        irregular=Irregular.NO if one.agrees else Irregular.IMPORT,
    )
    done.record(round_, "round.published", after=boards)


def _before(seen: ForeignEvent, number: int, people: dict[int, Entry]) -> Snapshot:
    document = seen.document
    entries = {document.tpns[held]: entry for held, entry in sorted(people.items())}
    return Snapshot(
        document.state(number - 1),
        dict(sorted(entries.items())),
        {entry.pk: tpn for tpn, entry in entries.items()},
    )


def _seats(pairs: str, people: dict[int, Entry]) -> list[list[int]]:
    found = []
    for pair in pairs.split():
        white, _, black = pair.partition("-")
        found.append([people[int(white)].pk, people[int(black)].pk if black != "0" else 0])
    return found


def _days(tournament: Tournament, seen: ForeignEvent, rows: dict[int, Round]) -> None:
    zone = tournament.event.zone
    changed = []
    for number, text in enumerate(seen.source.round_dates, start=1):
        day = day_of(text)
        if day and number in rows:
            rows[number].starts_at = datetime.combine(day, USUAL_BEGINNING, zone)
            changed.append(rows[number])
    Round.objects.bulk_update(changed, ["starts_at"])
