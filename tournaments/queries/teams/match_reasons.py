"""The reasons for matches and colours of teams: the facts of the programme, in words."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from pairing.state import Fact
from tournaments.models import GameRow, LineUpSeat, Match, Round
from tournaments.queries.rounds.reasons import OpponentReasons, Sentence
from tournaments.queries.teams.rules import programme_of, rules_of
from tournaments.queries.teams.swiss import swiss_reasons
from tournaments.wording.facts import fact_sentence


@dataclass(frozen=True, slots=True)
class MatchReasons:
    matches: dict[int, tuple[Sentence, ...]]  # by the number of the match
    resting: tuple[Sentence, ...]  # of those who do not play


def match_reasons(round_: Round) -> MatchReasons:
    """Empty before the numbers are drawn."""
    tournament = round_.tournament
    if not Match.objects.filter(round=round_).exists():
        return MatchReasons({}, ())
    if tournament.format.swiss:
        numbers = dict(Match.objects.filter(round=round_).values_list("pk", "number"))
        found = swiss_reasons(round_)
        return MatchReasons({numbers[pk]: lines for pk, lines in found.matches.items()}, found.bye)
    teams = dict(tournament.teams.numbered().values_list("number", "name"))

    def say(facts: Iterable[Fact]) -> tuple[Sentence, ...]:
        return tuple(
            Sentence(fact_sentence(fact, lambda number: teams.get(number, str(number))), article)
            for fact in facts
            for article in (fact.article,)
        )

    plan = programme_of(tournament, rules_of(tournament))[round_.number - 1]
    of_matches = {fact for match in plan.matches for fact in match.facts}
    return MatchReasons(
        {match.number: say(match.facts) for match in plan.matches},
        say(fact for fact in plan.facts if fact not in of_matches),
    )


def why_this_match(round_: Round, pairing: GameRow) -> OpponentReasons | None:
    """For the two players of a board: why their teams meet, and why they sit opposite."""
    match = Match.objects.filter(pk=pairing.match_id or 0).first()
    if match is None:
        return None
    lines = match_reasons(round_).matches.get(match.number, ())
    seats = LineUpSeat.objects.filter(
        line_up__round=round_, entry__in=(pairing.white_id, pairing.black_id)
    ).select_related("line_up__team")
    names = {pairing.white_id: pairing.white.name, pairing.black_id: pairing.black.name}
    found = sorted(seats, key=lambda seat: seat.entry_id != pairing.white_id)
    lines += tuple(Sentence(_seat(seat, names[seat.entry_id]), "") for seat in found)
    return OpponentReasons(score="", group=0, same_score=False, lines=lines, not_met=())


def _seat(seat: LineUpSeat, name: str) -> str:
    text = (
        _("%(name)s is number %(board)s of %(team)s: no line-up was handed in, so as listed.")
        if seat.line_up.by_rule
        else _("%(name)s is number %(board)s in the line-up of %(team)s.")
    )
    return text % {"name": name, "board": seat.board, "team": seat.line_up.team.name}
