"""A Swiss of teams: its matches are paired, looked at, changed by hand, shown to everybody. Boards
and line-ups follow as in every event of teams (`services.teams.matches`)."""

from pairing.results import ByeKind as CoreByeKind
from pairing.systems import system
from tournaments.kernel.acts import Act, act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.guards import guard_previous, round_of_plan
from tournaments.models import (
    ByeKind,
    Irregular,
    LineUp,
    Match,
    Round,
    RoundBye,
    Team,
    Tournament,
    User,
)
from tournaments.queries.reports.irregular import program_and_used
from tournaments.queries.teams.listing import in_no_team
from tournaments.queries.teams.swiss import (
    matches_are_stale,
    team_snapshot,
    trace_as_data,
)
from tournaments.services.entries.byes import half_point_reasons
from tournaments.services.entries.forbidden import fix_members
from tournaments.services.entries.lots import draw_first_colour
from tournaments.services.entries.numbering import assign_numbers
from tournaments.services.rounds.impossible import in_sentences
from tournaments.services.rounds.seals import doubts, seal_draft
from tournaments.services.teams.match_numbers import number_matches_again, numbers_of

#: so many players in no team are named
MOST_NAMED = 8

# --- Pair, discard --------------------------------------------------------------------------------


def pair_matches(
    *, tournament: Tournament, number: int, by: User | None, confirmed: str = ""
) -> Round:
    """Pair the teams of a round, with White on board 1. For the staff only, until it is
    announced or its boards are published."""
    with act("matches.paired", tournament, by=by, confirmed=confirmed) as done:
        round_ = _without_boards(done.tournament, number)
        guard_previous(done.tournament, round_)
        if round_.matches.exists():
            done.require(
                "matches.pair_again",
                level=3,
                reasons=_lost(round_, "matches.again_effect"),
                subject=str(number),
            )
        with in_sentences(round_, _names(done.tournament)):
            make_matches(done, round_)
        return round_


def make_matches(done: Act[Tournament], round_: Round) -> None:
    """As part of an act that has asked."""
    tournament = done.tournament
    if not tournament.teams.numbered().exists():
        raise Refused("teams.not_drawn", round=round_.number)
    before_rows = matches_as_data(round_)
    assign_numbers(tournament)
    fix_members(tournament, round_.number)
    if round_.number == 1:
        draw_first_colour(tournament)
    before = team_snapshot(tournament, before_round=round_.number)
    if len(before.state.to_be_paired()) < 2:
        raise Refused("matches.too_few", round=round_.number)
    pairing = system(tournament.system).pair(before.state)
    _forget(round_)
    pairs = [(before.teams[board.white], before.teams[board.black]) for board in pairing.boards]
    Match.objects.bulk_create(
        Match(round=round_, number=number, first=first, second=second, meeting=round_.number)
        for number, (first, second) in zip(numbers_of(pairs), pairs, strict=True)
    )
    if pairing.bye is not None:
        RoundBye.objects.create(
            round=round_, team=before.teams[pairing.bye], kind=ByeKind.PAIRING_ALLOCATED
        )
    round_.trace = {"matches": trace_as_data(before, pairing)}
    round_.save(update_fields=["trace"])
    tournament.schedule_public = False  # the matches of this round are shown when they are ready
    done.save("schedule_public")
    done.record(
        round_,
        "matches.paired",
        label=str(len(pairing.boards)),
        before=before_rows or None,
        after=matches_as_data(round_),
    )
    seal_draft(done, round_, before.state)


def discard_matches(
    *, tournament: Tournament, number: int, by: User | None, confirmed: str = ""
) -> Round:
    """The round is not paired again, as it was before; line-ups handed in for it go as well."""
    with act("matches.discarded", tournament, by=by, confirmed=confirmed) as done:
        round_ = _without_boards(done.tournament, number)
        if not round_.matches.exists():
            return done.nothing(round_)
        done.require(
            "matches.discard",
            level=3,
            reasons=_lost(round_, "matches.discard_effect"),
            subject=str(number),
        )
        before = matches_as_data(round_)
        _forget(round_)
        round_.line_ups.all().delete()
        round_.trace = None
        round_.save(update_fields=["trace"])
        done.tournament.schedule_public = False
        done.save("schedule_public")
        done.record(round_, before=before)
        return round_


def _forget(round_: Round) -> None:
    round_.matches.all().delete()
    round_.team_byes.filter(kind=ByeKind.PAIRING_ALLOCATED).delete()


def _lost(round_: Round, effect: str) -> list[Reason]:
    """List what goes when the matches go."""
    reasons = [Reason(effect, {"round": round_.number})]
    if round_.tournament.schedule_public:
        reasons.append(Reason("matches.were_announced", {"round": round_.number}))
    if handed_in := LineUp.objects.filter(round=round_, by_rule=False).count():
        reasons.append(Reason("matches.line_ups_there", {"count": handed_in}))
    return reasons


def matches_as_data(round_: Round) -> list[str]:
    """The matches and the bye for the history, in words that need no row to be read."""
    rows = [
        f"{match.first.name} – {match.second.name}"
        for match in round_.matches.select_related("first", "second")
    ]
    byes = round_.team_byes.filter(kind=ByeKind.PAIRING_ALLOCATED).select_related("team")
    return rows + [bye.team.name for bye in byes]


def _names(tournament: Tournament) -> dict[int, str]:
    return {team.number: team.name for team in tournament.teams.numbered()}


def _without_boards(tournament: Tournament, number: int) -> Round:
    """The round, as long as only its matches are known."""
    if not (tournament.format.pairs_teams and tournament.format.swiss):
        raise Refused("matches.not_a_swiss")
    round_ = round_of_plan(tournament, number)
    round_.tournament = tournament
    if round_.is_public:
        raise Refused("pairing.already_published", round=number)
    if round_.status != Round.Status.PLANNED:
        raise Refused("matches.boards_made", round=number)
    return round_


# --- Show -----------------------------------------------------------------------------------------


def announce_matches(
    *, tournament: Tournament, number: int, public: bool, by: User | None, confirmed: str = ""
) -> Round:
    """Everybody sees who meets whom, and captains hand in their line-ups; or nobody any more."""
    name = "matches.announced" if public else "matches.hidden"
    with act(name, tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        round_ = _without_boards(tournament, number)
        if not round_.matches.exists():
            raise Refused("matches.not_paired", round=number)
        if tournament.schedule_public == public:
            return done.nothing(round_)
        if public:
            reasons = [Reason("matches.announce_effect", {"round": number})]
            if matches_are_stale(round_):
                reasons.append(Reason("matches.stale", {"round": number}))
            reasons += doubts(round_)
            reasons += unlisted_reasons(round_)
            done.require("matches.announce", level=2, reasons=reasons, subject=str(number))
        tournament.schedule_public = public
        done.save("schedule_public")
        done.record(round_)
        return round_


def unlisted_reasons(round_: Round) -> list[Reason]:
    """Before round 1: players whom no team has in its list."""
    left = in_no_team(round_.tournament) if round_.number == 1 else []
    names = "; ".join(entry.name for entry in left[:MOST_NAMED])
    return [Reason("teams.in_no_team", {"count": len(left), "names": names}) for _once in left[:1]]


# --- Change by hand -------------------------------------------------------------------------------


def exchange_teams(
    *,
    tournament: Tournament,
    number: int,
    one: Team,
    two: Team,
    by: User | None,
    confirmed: str = "",
) -> Round:
    """Two teams take each other's place: another opponent, the bye, or within a match the other
    colour."""
    with act("matches.exchanged", tournament, by=by, confirmed=confirmed) as done:
        round_ = _without_boards(done.tournament, number)
        if one.pk == two.pk:
            raise Refused("matches.same_team")
        before = matches_as_data(round_)
        places = _places(round_)
        for team in (one, two):
            if team.pk not in places:
                raise Refused("lineup.no_match", name=team.name, round=number)
        if round_.tournament.schedule_public:
            done.require(
                "matches.change",
                level=3,
                reasons=[Reason("matches.were_announced", {"round": number})],
                subject=f"{one.pk}:{two.pk}",
            )
        (row, side), (other, other_side) = places[one.pk], places[two.pk]
        _free(row, other)
        setattr(row, side, two)
        setattr(other, other_side, one)
        for each in {row, other}:
            each.save(force_insert=True)
        number_matches_again(round_.tournament)
        program, used = program_and_used(round_)
        done.record(
            round_,
            label=f"{one.name} ↔ {two.name}",
            before=before,
            after=matches_as_data(round_),
            irregular=Irregular.MANUAL if program != used else Irregular.NO,
        )
        return round_


def _places(round_: Round) -> dict[int, tuple[Match | RoundBye, str]]:
    """Where each team stands: the row and the field."""
    found: dict[int, tuple[Match | RoundBye, str]] = {}
    for match in round_.matches.select_related("first", "second"):
        found[match.first_id] = (match, "first")
        found[match.second_id] = (match, "second")
    for bye in round_.team_byes.filter(kind=ByeKind.PAIRING_ALLOCATED):
        found[bye.team_id] = (bye, "team")
    return found


def _free(*rows: Match | RoundBye) -> None:
    """The rows are written anew: no team may stand twice in a round, not even in between."""
    for row in set(rows):
        type(row).objects.filter(pk=row.pk).delete()


def turn_match(
    *, tournament: Tournament, match: Match, by: User | None, confirmed: str = ""
) -> Round:
    """The colours of a match the other way round."""
    return exchange_teams(
        tournament=tournament,
        number=match.round.number,
        one=match.first,
        two=match.second,
        by=by,
        confirmed=confirmed,
    )


# --- Byes asked for -------------------------------------------------------------------------------


def give_bye(
    *,
    tournament: Tournament,
    team: Team,
    number: int,
    kind: str,
    by: User | None,
    confirmed: str = "",
) -> RoundBye | None:
    """A round that a team will miss, known before it is paired; an empty kind takes it back."""
    name = "team.bye_given" if kind else "team.bye_cancelled"
    with act(name, tournament, by=by, confirmed=confirmed) as done:
        tournament = done.tournament
        round_ = _without_boards(tournament, number)
        team = Team.objects.get(tournament=tournament, pk=team.pk)
        known = round_.team_byes.filter(team=team).first()
        allowed = tournament.format.byes - {CoreByeKind.PAIRING_ALLOCATED}
        if kind and kind not in allowed:
            raise Refused("result.unknown_code", field="kind")
        if team.pk in _places(round_):
            raise Refused("matches.team_is_paired", name=team.name, round=number)
        if (known.kind if known else "") == kind:
            return done.nothing(known)
        if kind == CoreByeKind.HALF_POINT:
            had = RoundBye.objects.filter(round__tournament=tournament, team=team, kind=kind)
            done.require(
                "bye.grant",
                level=3,
                reasons=half_point_reasons(tournament, team.name, number, had.count()),
                subject=f"{team.pk}:{number}:{kind}",
            )
        before = known.kind if known else ""
        full = kind == ByeKind.FULL_POINT
        if full:
            done.require(
                "bye.grant",
                level=3,
                reasons=[Reason("bye.full_point_out_of_use", {"name": team.name})],
                subject=f"{team.pk}:{number}:{kind}",
            )
        if known:
            known.delete()
        made = RoundBye.objects.create(round=round_, team=team, kind=kind) if kind else None
        done.record(
            team,
            "team.bye_given" if kind else name,
            round_number=number,
            before=before,
            after=kind,
            irregular=Irregular.FULL_BYE if full else Irregular.NO,
        )
        return made
