"""Every fact that an engine emits has a sentence, and the sentence has every value it names."""

import random
import re
from dataclasses import replace

import pytest
from django.utils.translation import override

from pairing.errors import NoLegalPairing
from pairing.formats import find, keys
from pairing.results import RESULTS, ByeKind
from pairing.state import (
    Board,
    Bye,
    Fact,
    ForbiddenGroup,
    Game,
    Player,
    Round,
    RoundPairing,
    TournamentState,
)
from pairing.systems import system
from pairing.verdicts import Broken, WhyNot
from tournaments.wording.facts import FACTS, article_in_words, fact_sentence
from tournaments.wording.fide_dutch import FACTS as DUTCH


def said(fact: Fact) -> str:
    sentence = fact_sentence(fact, lambda tpn: f"#{tpn}")
    assert fact.code in FACTS, f"{fact.code} has no words: {dict(fact.values)}"
    assert sentence and "%(" not in sentence
    return sentence


def facts_of(pairing: RoundPairing):
    trace = pairing.trace
    if trace is None:
        return
    yield from trace.facts
    if trace.bye:
        yield trace.bye
    for bracket in trace.brackets:
        yield from (*bracket.criteria, *bracket.facts)
    for pair in trace.pairs:
        yield from (pair.colour, *pair.facts)


def handmade(pairing: RoundPairing, dice: random.Random) -> RoundPairing:
    """Seats exchanged at random: enough to break most rules sooner or later."""
    seats = [tpn for board in pairing.boards for tpn in (board.white, board.black)]
    seats += [pairing.bye] if pairing.bye else []
    for _swap in range(dice.choice((1, 1, 2, 9))):
        a, b = dice.randrange(len(seats)), dice.randrange(len(seats))
        seats[a], seats[b] = seats[b], seats[a]
    if dice.random() < 0.1:
        seats[0] = seats[-1]
    boards = tuple(Board(*seats[i : i + 2]) for i in range(0, 2 * len(pairing.boards), 2))
    return replace(pairing, boards=boards, bye=seats[-1] if pairing.bye else None)


def play(key: str, seed: int):
    """Facts of an event in all its rounds: made, asked for, and broken by hand."""
    dice = random.Random(seed)
    count = dice.choice((5, 6, 9, 12, 15))
    table = find(key).fixed_schedule
    rounds = count - 1 + count % 2 if table else min(7, count - 1)
    players = tuple(Player(n, f"P{n}", rating=2400 - 17 * n) for n in range(1, count + 1))
    state = TournamentState(players, (), rounds)
    if dice.random() < 0.3 and not table:
        state = replace(state, forbidden=(ForbiddenGroup(frozenset({1, 2, 3})),))
    for number in range(1, rounds + 1):
        away = (
            [Bye(dice.randrange(1, count + 1), ByeKind.ZERO_POINT)] if dice.random() < 0.2 else []
        )
        state = replace(state, byes=tuple(away))
        chosen = system(key)
        try:
            paired = chosen.pair(state)
        except NoLegalPairing as error:
            yield from error.reasons
            return
        yield from facts_of(paired)
        a, b = dice.sample(range(1, count + 1), 2)
        if chosen.why_not:
            yield from chosen.why_not(state, a, b)
        if chosen.violations:
            yield from chosen.violations(state, handmade(paired, dice))
        codes = ("10", "01", "==", "10", "01", "==", "+-")
        games = tuple(
            Game(board.white, board.black, RESULTS[dice.choice(codes)], i)
            for i, board in enumerate(paired.boards, 1)
        )
        byes = [Bye(paired.bye, ByeKind.PAIRING_ALLOCATED)] if paired.bye else []
        seated = {tpn for board in paired.boards for tpn in (board.white, board.black)}
        byes += [bye for bye in away if bye.player not in seated]
        state = replace(state, rounds=(*state.rounds, Round(number, games, tuple(byes))))


@pytest.mark.parametrize("key", sorted(keys(pairs_rounds=True)))
def test_every_fact_of_played_events_is_in_words(key):
    sentences = {said(fact) for seed in range(12) for fact in play(key, seed)}
    assert len(sentences) > 20


def test_a_code_says_different_things_by_article():
    values = (("score", "2"), ("player", 4), ("made", 9), ("instead", 7))
    fact = Fact("dutch.why_not.generated_later", "4.2.2", (3, 8), values)
    assert said(fact).endswith("No. 4 would meet No. 7 instead of No. 9, which comes later.")
    assert said(Fact("dutch.why_not.generated_later", "", (3, 8))).endswith("in the sequence.")


def test_scores_are_printed_as_points():
    fact = Fact("handbook.lim.why_not.groups", "3.2", (1, 2), (("first", 35), ("second", 20)))
    assert said(fact) == "#1 was paired in the group of 3½ points, #2 in that of 2."


def test_every_sentence_of_the_dutch_system_names_only_values_there_are():
    names = set(re.findall(r"%\((\w+)\)s", " ".join(map(str, DUTCH.values()))))
    assert {"one", "two", "players"} <= names


def test_every_finding_that_systems_share_is_in_words():
    assert {*Broken, *WhyNot} <= FACTS.keys()


def test_articles_are_cited_in_the_language_of_the_reader():
    with override("tr"):
        assert article_in_words("C.04.2 art. 3.6") == "C.04.2 m. 3.6"
        assert article_in_words("A.9") == "A.9"
    with override("en"):
        assert article_in_words("C.04.2 art. 3.6") == "C.04.2 art. 3.6"
