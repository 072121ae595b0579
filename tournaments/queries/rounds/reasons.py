"""The reasons for a pairing: those that the engine stored, in words and with names."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pairing.errors import PairingError
from pairing.formats import FORMATS
from pairing.systems import system
from tournaments.models import Entry, GameRow, Round
from tournaments.queries.entries.names import shorten_names
from tournaments.queries.rounds.sheets import RoundSheet
from tournaments.snapshot import Snapshot, snapshot
from tournaments.wording.facts import FACTS, article_in_words, fact_sentence
from tournaments.wording.numbers import points_text
from tournaments.wording.players import REASONS, WORSE


@dataclass(frozen=True, slots=True)
class Sentence:
    """One reason: its words and the place in the rule book."""

    text: str
    article: str


@dataclass(frozen=True, slots=True)
class BracketView:
    tenths: int
    residents: tuple[Entry, ...]
    moved_down: tuple[Entry, ...]
    floaters: tuple[Entry, ...]
    pairs: tuple[tuple[Entry, Entry], ...]
    criteria: tuple[Sentence, ...]  # those that could not be met in full
    met: tuple[str, ...]  # articles of the criteria met in full
    facts: tuple[Sentence, ...]
    #: floaters may go up as well as down
    both_ways: bool

    @property
    def score(self) -> str:
        return points_text(self.tenths)


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

    def of(self, pairing: GameRow) -> PairView | None:
        """The reasons of a board; none where the board was changed by hand."""
        seats = {pairing.white_id, pairing.black_id}
        return next((pair for pair in self.pairs if {pair.white.pk, pair.black.pk} == seats), None)


def round_reasons(round_: Round, *, public: bool = False) -> RoundReasons | None:
    """None where the engine gave no reasons (an imported round, one paired by hand)."""
    made = round_.trace or {}
    stored = made.get("trace")
    if not stored:
        return None
    people = {entry.pk: entry for entry in Entry.objects.filter(tournament_id=round_.tournament_id)}
    if public:
        shorten_names(round_.tournament.event, people.values())
    # Numbers may have changed since; the stored ones say who was meant.
    by_number = {int(tpn): people[pk] for tpn, pk in made["numbers"].items() if pk in people}
    say = _speaker(by_number)
    chosen = FORMATS.get(stored["system"])
    both_ways = chosen is not None and chosen.floats_both_ways
    brackets = tuple(_bracket(data, by_number, say, both_ways) for data in stored["brackets"])
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
        return Sentence(fact_sentence(fact, name_of), article_in_words(article))

    return say


def _bracket(
    data: dict[str, Any],
    people: dict[int, Entry],
    say: Callable[[Any], Sentence],
    both_ways: bool,
) -> BracketView:
    unmet = [fact for fact in data["criteria"] if not _met(fact)]
    return BracketView(
        tenths=data["score"],
        residents=tuple(people[tpn] for tpn in data["residents"]),
        moved_down=tuple(people[tpn] for tpn in data["moved_down"]),
        floaters=tuple(people[tpn] for tpn in data["floaters"]),
        pairs=tuple((people[a], people[b]) for a, b in data["pairs"]),
        criteria=tuple(map(say, unmet)),
        met=tuple(fact["article"] for fact in data["criteria"] if _met(fact)),
        facts=tuple(map(say, data["facts"])),
        both_ways=both_ways,
    )


def _met(criterion: dict[str, Any]) -> bool:
    """Nothing had to be given up: zero players, an empty list of scores."""
    return dict(criterion["values"]).get("value") in (0, "", "0")


def why_not(round_: Round, one: Entry, two: Entry) -> tuple[Sentence, ...] | None:
    """The reasons against pairing two players in a round; None where the system cannot say."""
    engine = system(round_.tournament.system)
    if engine.why_not is None:
        return None
    before = as_paired(round_)
    say = _speaker(before.entries)
    facts = engine.why_not(before.state, before.numbers[one.pk], before.numbers[two.pk])
    return tuple(map(say, facts))


def as_paired(round_: Round) -> Snapshot:
    """The record from which the round was paired. Once it is out, whoever sits at a board was
    there: a game lost by forfeit puts a player on hold only for the next round."""
    before = snapshot(round_.tournament, before_round=round_.number)
    if not round_.is_public:
        return before
    rows = round_.pairings.games().values_list("white_id", "black_id")
    return before.with_seated(pk for pair in rows for pk in pair)


# For the players of a board


@dataclass(frozen=True, slots=True)
class NotMet:
    """Somebody ranked just above the opponent, and why it was not they."""

    player: Entry
    instead_of: Entry
    lines: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class OpponentReasons:
    score: str  # of the score group in which they were paired; "" = not known
    group: int  # its size
    same_score: bool
    lines: tuple[Sentence, ...]
    not_met: tuple[NotMet, ...]


def why_this_opponent(sheet: RoundSheet, pairing: GameRow) -> OpponentReasons | None:
    """In words for the two players; None where the board was set by hand or imported."""
    round_ = sheet.round
    made = round_.trace or {}
    stored = made.get("trace")
    if not stored:
        return None
    people = {entry.pk: entry for entry in Entry.objects.filter(tournament_id=round_.tournament_id)}
    shorten_names(round_.tournament.event, people.values())
    by_number = {int(tpn): people[pk] for tpn, pk in made["numbers"].items() if pk in people}
    seats = (pairing.white_id, pairing.black_id)
    found = next(
        (
            pair
            for pair in stored["pairs"]
            if (by_number[pair["white"]].pk, by_number[pair["black"]].pk) == seats
        ),
        None,
    )
    if found is None:
        return None
    bracket = dict(enumerate(stored["brackets"])).get(found["bracket"])
    size = len(bracket["residents"]) + len(bracket["moved_down"]) if bracket else 0
    scores = {row.pairing.board: (row.white_score, row.black_score) for row in sheet.boards}
    white, black = scores[pairing.board]
    facts = [*found["facts"], found["colour"]]
    return OpponentReasons(
        score=points_text(bracket["score"]) if bracket else "",
        group=size,
        same_score=white == black,
        lines=tuple(filter(None, (_plain(fact, by_number) for fact in facts))),
        not_met=tuple(_not_met(sheet, pairing, people)),
    )


#: what players are told; the desk's sentences, article by article, where there is nothing plainer
_PLAIN = {
    **{code: words for code, words in FACTS.items() if code.partition("@")[0] not in REASONS},
    **REASONS,
}


def _plain(fact: Any, by_number: dict[int, Entry]) -> Sentence | None:
    """A fact in plain words; nothing where there are no words for it yet."""
    if not isinstance(fact, dict):
        fact = {
            "code": fact.code,
            "article": fact.article,
            "players": fact.players,
            "values": fact.values,
        }
    code = fact["code"]

    def name_of(tpn: int) -> str:
        return by_number[tpn].name if tpn in by_number else str(tpn)

    if code.endswith(".why_not.worse") and code in REASONS:
        criterion = WORSE.get(str(dict(fact["values"]).get("criterion")))
        text = str(REASONS[code]) % {"criterion": criterion} if criterion else ""
    elif code in _PLAIN or f"{code}@{fact['article']}" in _PLAIN:
        text = fact_sentence(fact, name_of, _PLAIN)
    else:
        text = ""
    return Sentence(text, article_in_words(fact["article"])) if text else None


def _not_met(sheet: RoundSheet, pairing: GameRow, people: dict[int, Entry]) -> list[NotMet]:
    """For the higher ranked of the two: who stood just above the opponent, and why not they."""
    round_ = sheet.round
    engine = system(round_.tournament.system)
    if engine.why_not is None:
        return []
    scores: dict[int, int] = {}
    for row in sheet.boards:
        scores[row.pairing.white_id] = row.white_score
        scores[row.pairing.black_id] = row.black_score
    ranked = sorted(scores, key=lambda pk: (-scores[pk], people[pk].tpn or 0))
    higher, lower = sorted((pairing.white_id, pairing.black_id), key=ranked.index)
    place = ranked.index(lower)
    above = next((pk for pk in reversed(ranked[:place]) if pk != higher), None)
    if above is None or scores[above] != scores[lower]:
        return []
    before = as_paired(round_)
    shorten_names(round_.tournament.event, before.entries.values())
    try:
        facts = engine.why_not(before.state, before.numbers[higher], before.numbers[above])
    except PairingError:
        return []
    lines = tuple(filter(None, (_plain(fact, before.entries) for fact in facts)))
    return [NotMet(people[above], people[lower], lines)] if lines else []
