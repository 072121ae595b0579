"""Why a round is paired as it is: the engine's stored reasons, in words and with names."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pairing.state import format_score
from pairing.systems import system
from tournaments.models import Entry, Pairing, Round
from tournaments.snapshot import snapshot
from tournaments.wording.facts import fact_sentence


@dataclass(frozen=True, slots=True)
class Sentence:
    """One reason: its words and the place in the rule book."""

    text: str
    article: str


@dataclass(frozen=True, slots=True)
class BracketView:
    score: str
    residents: tuple[Entry, ...]
    moved_down: tuple[Entry, ...]
    floaters: tuple[Entry, ...]
    pairs: tuple[tuple[Entry, Entry], ...]
    criteria: tuple[Sentence, ...]  # those that could not be met in full
    met: tuple[str, ...]  # articles of the criteria met in full
    facts: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class PairView:
    white: Entry
    black: Entry
    bracket: BracketView | None
    colour: Sentence
    facts: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class RoundReasons:
    system: str
    brackets: tuple[BracketView, ...]
    pairs: tuple[PairView, ...]
    bye: Sentence | None
    facts: tuple[Sentence, ...]

    def of(self, pairing: Pairing) -> PairView | None:
        """The reasons of a board; none where the board was changed by hand."""
        seats = {pairing.white_id, pairing.black_id}
        return next((pair for pair in self.pairs if {pair.white.pk, pair.black.pk} == seats), None)


def round_reasons(round_: Round) -> RoundReasons | None:
    """None where the engine gave no reasons (an imported round, one paired by hand)."""
    stored = (round_.trace or {}).get("trace")
    if not stored:
        return None
    people = {entry.pk: entry for entry in Entry.objects.filter(tournament_id=round_.tournament_id)}
    # Numbers may have changed since; the stored ones say who was meant.
    by_number = {
        int(tpn): people[pk] for tpn, pk in round_.trace["numbers"].items() if pk in people
    }
    say = _speaker(by_number)
    brackets = tuple(_bracket(data, by_number, say) for data in stored["brackets"])
    pairs = tuple(
        PairView(
            by_number[pair["white"]],
            by_number[pair["black"]],
            brackets[pair["bracket"]] if pair["bracket"] < len(brackets) else None,
            say(pair["colour"]),
            tuple(map(say, pair["facts"])),
        )
        for pair in stored["pairs"]
    )
    return RoundReasons(
        system=stored["system"],
        brackets=brackets,
        pairs=pairs,
        bye=say(stored["bye"]) if stored["bye"] else None,
        facts=tuple(map(say, stored["facts"])),
    )


def _speaker(by_number: dict[int, Entry]) -> Callable[[Any], Sentence]:
    def name_of(tpn: int) -> str:
        return by_number[tpn].name if tpn in by_number else str(tpn)

    def say(fact: Any) -> Sentence:
        article = fact["article"] if isinstance(fact, dict) else fact.article
        return Sentence(fact_sentence(fact, name_of), article)

    return say


def _bracket(
    data: dict[str, Any], people: dict[int, Entry], say: Callable[[Any], Sentence]
) -> BracketView:
    unmet = [fact for fact in data["criteria"] if not _met(fact)]
    return BracketView(
        score=format_score(data["score"]),
        residents=tuple(people[tpn] for tpn in data["residents"]),
        moved_down=tuple(people[tpn] for tpn in data["moved_down"]),
        floaters=tuple(people[tpn] for tpn in data["floaters"]),
        pairs=tuple((people[a], people[b]) for a, b in data["pairs"]),
        criteria=tuple(map(say, unmet)),
        met=tuple(fact["article"] for fact in data["criteria"] if _met(fact)),
        facts=tuple(map(say, data["facts"])),
    )


def _met(criterion: dict[str, Any]) -> bool:
    """Nothing had to be given up: zero players, an empty list of scores."""
    return dict(criterion["values"]).get("value") in (0, "", "0")


def why_not(round_: Round, one: Entry, two: Entry) -> tuple[Sentence, ...] | None:
    """Why two players were not paired in a round; None where the system cannot say."""
    engine = system(round_.tournament.system)
    if engine.why_not is None:
        return None
    before = snapshot(round_.tournament, before_round=round_.number)
    say = _speaker(before.entries)
    facts = engine.why_not(before.state, before.numbers[one.pk], before.numbers[two.pk])
    return tuple(map(say, facts))
