"""Handbook 1.2 (Lim): which rules a pairing breaks, and why two players did not meet."""

from pairing.handbook.lim.cards import BROKEN_LIMIT, Cards
from pairing.handbook.lim.exchanges import can_be_paired, scrutinise
from pairing.state import Board, BracketTrace, Colour, Fact, RoundPairing, TournamentState, Trace

# Steps after which two players were paired with each other by exchange, not as floaters.
_EXCHANGED = frozenset(f"handbook.lim.pair.{step}" for step in ("proposed", "opponents", "colours"))


def _broken(rule: str, article: str, *players: int, **values: int | str) -> Fact:
    return Fact(f"handbook.lim.violation.{rule}", article, players, tuple(values.items()))


def violations(
    state: TournamentState, pairing: RoundPairing, by_rule: RoundPairing | None
) -> tuple[Fact, ...]:
    """Every rule that a pairing breaks, worst first. `by_rule` is what the system gives."""
    cards = Cards(state)
    facts = [*_wrong_players(cards, pairing)]
    known = [board for board in pairing.boards if {board.white, board.black} <= cards.legal.keys()]
    for board in known:
        facts += _unlawful(cards, board)
    facts += _wrong_bye(cards, pairing)
    if by_rule:
        facts += _other_than_rule(cards, pairing, by_rule, known)
    return tuple(facts)


def _wrong_players(cards: Cards, pairing: RoundPairing) -> list[Fact]:
    seen = [tpn for board in pairing.boards for tpn in (board.white, board.black)]
    if pairing.bye:
        seen.append(pairing.bye)
    facts = [_broken("absent", "3.2", tpn) for tpn in seen if tpn not in cards.legal]
    facts += [_broken("twice", "3.2", tpn) for tpn in sorted(set(seen)) if seen.count(tpn) > 1]
    facts += [_broken("left_out", "3.2", tpn) for tpn in cards.present if tpn not in seen]
    return facts


def _unlawful(cards: Cards, board: Board) -> list[Fact]:
    """Art. 3.1 and 6.1, with the exception of Art. 7."""
    white, black = board.white, board.black
    if black in cards.record.met[white]:
        return [_broken("rematch", "3.1", white, black)]
    if _forbidden(cards, white, black):
        return [_broken("forbidden", "3.1", white, black)]
    if cards.state.is_last_round and cards.score[white] == cards.score[black]:
        return []
    facts = []
    for tpn, colour in ((white, Colour.WHITE), (black, Colour.BLACK)):
        if colour not in cards.may[tpn]:
            if cards.record.colours[tpn][-2:] == [colour] * 2:
                facts.append(_broken("three_running", "6.1.a", tpn, colour=str(colour)))
            excess = cards.record.colour_difference(tpn)
            if (excess if colour is Colour.WHITE else -excess) >= 2:
                facts.append(_broken("difference", "6.1.b", tpn, colour=str(colour)))
    return facts


def _forbidden(cards: Cards, a: int, b: int) -> bool:
    return any(
        {a, b} <= group.players and group.applies_to(cards.state.next_round)
        for group in cards.state.forbidden
    )


def _wrong_bye(cards: Cards, pairing: RoundPairing) -> list[Fact]:
    if pairing.bye and len(cards.present) % 2 == 0:
        return [_broken("bye_not_needed", "2.1", pairing.bye)]
    if pairing.bye and pairing.bye in cards.record.bye_barred:
        return [_broken("bye_barred", "2.2", pairing.bye)]
    return []


def _other_than_rule(
    cards: Cards, pairing: RoundPairing, by_rule: RoundPairing, known: list[Board]
) -> list[Fact]:
    facts = []
    if pairing.bye and by_rule.bye and pairing.bye != by_rule.bye:
        facts.append(_broken("bye", "2.1", pairing.bye, by_rule=by_rule.bye))
    colours = {frozenset((board.white, board.black)): board.white for board in by_rule.boards}
    others = [board for board in known if frozenset((board.white, board.black)) not in colours]
    facts += [_broken("pair", "3.4", board.white, board.black) for board in others]
    for board in known:
        white = colours.get(frozenset((board.white, board.black)))
        if white is None:
            below = all(
                2 * cards.score[tpn] < cards.double_median for tpn in (board.white, board.black)
            )
            white = cards.colours(board.white, board.black, below_median=below)[0]
        if white != board.white:
            facts.append(_broken("colours", "6", board.white, board.black))
    if not facts and pairing.boards != by_rule.boards:
        facts.append(_broken("board_order", "3.2"))
    return facts


# Why two players did not meet


def _why(reason: str, article: str, *players: int, **values: int | str) -> tuple[Fact, ...]:
    return (Fact(f"handbook.lim.why_not.{reason}", article, players, tuple(values.items())),)


def why_not(state: TournamentState, by_rule: RoundPairing, a: int, b: int) -> tuple[Fact, ...]:
    """The first reason, in the order of the articles, why the rules do not pair a with b."""
    cards = Cards(state)
    trace = by_rule.trace
    assert trace is not None
    for tpn in (a, b):
        if tpn not in cards.legal:
            return _why("absent", "3.2", tpn)
        if tpn == by_rule.bye:
            return _why("bye", "2.1", tpn)
    if b in cards.record.met[a]:
        return _why("met", "3.1", a, b)
    if _forbidden(cards, a, b):
        return _why("forbidden", "3.1", a, b)
    if not cards.compatible(a, b):
        return _why("limits", "6.1", a, b)
    made = {tpn: pair for pair in trace.pairs for tpn in (pair.white, pair.black)}
    if made[a] is made[b]:
        return _why("paired", "3.4", a, b)
    if made[a].bracket != made[b].bracket:
        return _why(
            "groups",
            "3.2",
            a,
            b,
            first=trace.brackets[made[a].bracket].score,
            second=trace.brackets[made[b].bracket].score,
        )
    for tpn, other in ((a, b), (b, a)):
        step = made[tpn].facts[0]
        if step.code == "handbook.lim.pair.floater":
            return _why("floater_first", "4.8", tpn, other, floater=step.players[0])
        if step.code == "handbook.lim.pair.stands":
            return _why("stands", "5.4", tpn, other)
    return _exchange_refused(cards, trace, trace.brackets[made[a].bracket], a, b)


def _exchange_refused(
    cards: Cards, trace: Trace, bracket: BracketTrace, a: int, b: int
) -> tuple[Fact, ...]:
    """Art. 5 and 6.2: what exchanging a and b together would have cost."""
    rest = sorted(
        (
            tpn
            for pair in trace.pairs
            if trace.brackets[pair.bracket] is bracket and pair.facts[0].code in _EXCHANGED
            for tpn in (pair.white, pair.black)
        ),
        reverse=2 * bracket.score < cards.double_median,
    )
    others = [tpn for tpn in rest if tpn not in (a, b)]
    if not can_be_paired(cards, others):
        return _why("rest", "5.1", a, b)
    as_is, then = scrutinise(cards, rest), scrutinise(cards, others)
    broken = then.broken_limits + cards.cost(a, b) // BROKEN_LIMIT
    if broken > as_is.broken_limits:
        return _why("last_round_limits", "7", a, b, best=as_is.broken_limits, then=broken)
    clashes = then.clashes + cards.clash(a, b)
    if (broken, clashes) > (as_is.broken_limits, as_is.clashes):
        return _why("clashes", "6.2", a, b, best=as_is.clashes, then=clashes)
    return _why("order", "5.2", a, b)
