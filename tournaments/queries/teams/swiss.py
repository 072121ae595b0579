"""A Swiss of teams: what a round is paired from, and what the rules say of its matches."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from pairing.errors import PairingError
from pairing.results import ADJOURNED, DRAW
from pairing.results import ByeKind as CoreByeKind
from pairing.state import Baku, Board, Bye, Colour, Fact, RoundPairing, TournamentState
from pairing.systems import system
from tiebreaks import teams as core
from tournaments.models import Acceleration, Match, Pairing, Round, RoundBye, Team, Tournament
from tournaments.queries.rounds.reasons import Sentence
from tournaments.queries.teams.rules import rules_of
from tournaments.queries.teams.standings import team_record
from tournaments.snapshot import forbidden_groups
from tournaments.wording.facts import fact_sentence


@dataclass(frozen=True, slots=True)
class TeamSnapshot:
    """A state in which the teams are the players, and which team holds which number in it."""

    state: TournamentState
    teams: Mapping[int, Team]

    @property
    def fingerprint(self) -> str:
        """Equal for equal inputs: matches made from other inputs are out of date."""
        return hashlib.sha256(repr(self.state).encode()).hexdigest()[:32]


def team_snapshot(tournament: Tournament, *, before_round: int) -> TeamSnapshot:
    """The record of the rounds before `before_round`, and who has no match in it. An adjourned
    game counts as a draw until its result is known (C.04.2 art. 3.1)."""
    rules = rules_of(tournament)
    adjourned = Pairing.objects.filter(
        round__tournament=tournament, round__number__lt=before_round, result=ADJOURNED.code
    )
    said = dict.fromkeys(adjourned.values_list("pk", flat=True), DRAW.code)
    record = team_record(tournament, rules, before_round - 1, said)
    teams = {team.number: team for team in tournament.teams.numbered()}
    state = core.pairing_state(
        record.event,
        byes=_away(tournament, before_round, teams),
        forbidden=forbidden_groups(tournament, teams),
        options=tuple(
            sorted(
                {
                    **tournament.options,
                    "primary_score": "game_points" if rules.primary == "GP" else "match_points",
                }.items()
            )
        ),
        initial_colour=Colour(tournament.initial_colour) if tournament.initial_colour else None,
        acceleration=Baku() if tournament.acceleration == Acceleration.BAKU else None,
    )
    return TeamSnapshot(state, teams)


def _away(tournament: Tournament, number: int, teams: Mapping[int, Team]) -> tuple[Bye, ...]:
    asked = dict(
        RoundBye.objects.filter(round__tournament=tournament, round__number=number)
        .exclude(kind=CoreByeKind.PAIRING_ALLOCATED)
        .values_list("team_id", "kind")
    )
    found = []
    for start, team in sorted(teams.items()):
        if team.gone_before(number):
            found.append(Bye(start, CoreByeKind.ZERO_POINT))
        elif team.pk in asked:
            found.append(Bye(start, CoreByeKind(asked[team.pk])))
    return tuple(found)


# --- What was paired ------------------------------------------------------------------------------


def trace_as_data(before: TeamSnapshot, pairing: RoundPairing) -> dict[str, Any]:
    """The engine's answer, with the teams by the numbers that they held then."""
    return {
        "fingerprint": before.fingerprint,
        "numbers": {str(number): team.pk for number, team in before.teams.items()},
        "boards": [[board.white, board.black] for board in pairing.boards],
        "bye": pairing.bye,
        "trace": asdict(pairing.trace) if pairing.trace else None,
    }


def matches_stored(round_: Round) -> dict[str, Any]:
    """Return what the engine said of the matches that it paired; empty where it said nothing."""
    return (round_.trace or {}).get("matches") or {}


def matches_are_stale(round_: Round) -> bool:
    """Results, teams or byes have changed since the matches were paired."""
    made = matches_stored(round_)
    if round_.is_public or not made:
        return False
    now = team_snapshot(round_.tournament, before_round=round_.number).fingerprint
    return bool(made["fingerprint"] != now)


@dataclass(frozen=True, slots=True)
class SwissReasons:
    """Why the matches of a round are as they are: by the pk of the match, and for the bye."""

    matches: dict[int, tuple[Sentence, ...]]
    bye: tuple[Sentence, ...]


def swiss_reasons(round_: Round) -> SwissReasons:
    stored = matches_stored(round_)
    trace = stored.get("trace")
    if not trace:
        return SwissReasons({}, ())
    names = dict(round_.tournament.teams.values_list("pk", "name"))
    by_number = {int(number): pk for number, pk in stored["numbers"].items()}
    say = _speaker(lambda number: names.get(by_number.get(number, 0), str(number)))
    paired = {}
    for pair in trace["pairs"]:
        colours = (by_number.get(pair["white"]), by_number.get(pair["black"]))
        paired[frozenset(colours)] = (colours, pair)
    found = {}
    for match in Match.objects.filter(round=round_):
        teams = (match.first_id, match.second_id)
        if frozenset(teams) not in paired:
            found[match.pk] = say([_by_hand("pair", match)])
            continue
        colours, pair = paired[frozenset(teams)]
        bracket = trace["brackets"][pair["bracket"]]
        facts = [_bracket_fact(bracket), *pair["facts"]]
        facts.append(pair["colour"] if teams == colours else _by_hand("colours", match))
        found[match.pk] = say(facts)
    return SwissReasons(found, say([trace["bye"]]) if trace["bye"] else ())


def _by_hand(what: str, match: Match) -> Fact:
    return Fact(f"team_swiss.hand.{what}")


def _bracket_fact(bracket: dict[str, Any]) -> Fact:
    values = (("score", bracket["score"]), ("teams", len(bracket["residents"])))
    return Fact("team_swiss.pair.bracket", "1.3.2", (), values)


def _speaker(name_of: Callable[[int], str]) -> Callable[[Iterable[Any]], tuple[Sentence, ...]]:
    def say(facts: Iterable[Any]) -> tuple[Sentence, ...]:
        return tuple(
            Sentence(
                fact_sentence(fact, name_of),
                fact["article"] if isinstance(fact, dict) else fact.article,
            )
            for fact in facts
        )

    return say


# --- What the rules say ---------------------------------------------------------------------------


def match_findings(round_: Round) -> tuple[Sentence, ...]:
    """Everything that the rules have against the matches as they stand, worst first."""
    engine = system(round_.tournament.system)
    if engine.violations is None or not round_.matches.exists():
        return ()
    before = team_snapshot(round_.tournament, before_round=round_.number)
    try:
        facts = engine.violations(before.state, _as_pairing(round_))
    except PairingError as error:
        facts = getattr(error, "reasons", ())
    return _say(before)(facts)


def _as_pairing(round_: Round) -> RoundPairing:
    rows = round_.matches.order_by("number").values_list("first__number", "second__number")
    byes = round_.team_byes.filter(kind=CoreByeKind.PAIRING_ALLOCATED)
    return RoundPairing(
        round_.number,
        tuple(Board(first or 0, second or 0) for first, second in rows),
        byes.values_list("team__number", flat=True).first(),
    )


def _say(before: TeamSnapshot) -> Callable[[Iterable[Any]], tuple[Sentence, ...]]:
    teams = before.teams
    return _speaker(lambda number: teams[number].name if number in teams else str(number))


def why_not_these(round_: Round, one: Team, two: Team) -> tuple[Sentence, ...]:
    """The reasons against a match of these two in the round, as it would be paired now."""
    engine = system(round_.tournament.system)
    before = team_snapshot(round_.tournament, before_round=round_.number)
    assert engine.why_not is not None and one.number and two.number
    try:
        facts = engine.why_not(before.state, one.number, two.number)
    except PairingError as error:
        facts = getattr(error, "reasons", ())
    return _say(before)(facts)
