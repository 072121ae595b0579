"""The checker: pairs every round of a finished report again, and ranks it again.

`check(document)` compares what stands in the report with what the rules give, round by round
from the rounds before it, and the final places with the tie-break list of record 202 or 212.
Lines `###` say where a round was paired from other facts than those of today (`trf.history`).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from pairing.errors import FileError, InconsistentHistory, PairingError, UnsupportedRule
from pairing.formats import Family
from pairing.handbook.round_robin import below_half
from pairing.results import ByeKind
from pairing.sentences import Said
from pairing.state import Bye, RoundPairing, TournamentState
from pairing.systems import System, system
from pairing.tools.report import Report, RoundCheck, WrongPoints, WrongRank
from pairing.tools.second import guard_second_engine, opinion_of_second
from pairing.tools.team_checker import check_teams
from pairing.trf import TrfDocument, choice_of, plays_in_teams
from pairing.trf.history import Alteration, Pair, Then, as_counted, as_paired, history_of
from tiebreaks.registry import edition_at
from tiebreaks.standings import standings
from tiebreaks.told_ratings import policy_told

#: what the value of an option is, by the type of its default
_KINDS = {bool: Said("word.yes_or_no"), int: Said("word.number"), str: Said("word.word")}


def check(
    document: TrfDocument,
    key: str = "",
    options: tuple[tuple[str, str | int | bool], ...] = (),
    heard: Callable[[int], None] = lambda _number: None,
    *,
    second: bool = False,
    elsewhere: Mapping[str, Mapping[int, int]] | None = None,
) -> Report:
    """Everything the report says, judged. `key` overrides the system that the file names; each
    round that is judged is told to `heard`. `second`: every round is also paired by the second
    engine. `elsewhere`: by code and number in the file, values that no
    file holds (places of a play-off); without them places are judged as far as the codes before."""
    if plays_in_teams(document):
        return check_teams(document, heard, second=second)
    choice = choice_of(document)
    notes = (choice.note,) if choice.note and not key else ()
    if not key or key == choice.system:
        options = tuple((dict(choice.options) | dict(options)).items())
    chosen = system(key or choice.system)
    refuse_unknown_options(chosen, options)
    if second:
        guard_second_engine(chosen.format)
    rounds = tuple(_check_rounds(document, chosen, options, heard, second))
    tie_breaks, ranks, problem = _check_ranks(document, chosen, elsewhere or {})
    return Report(
        system=chosen.key,
        rounds=rounds,
        points=tuple(_wrong_points(document)),
        tie_breaks=tie_breaks,
        ranks=ranks,
        ranks_judged=bool(tie_breaks) and not problem,
        ranks_problem=problem,
        notes=notes,
        adjustments=document.adjustments,
    )


def refuse_unknown_options(
    chosen: System, options: tuple[tuple[str, str | int | bool], ...]
) -> None:
    """A misspelt option would otherwise be the default, and nobody would notice."""
    known = {option.name: option for option in chosen.format.options}
    for name, value in options:
        option = known.get(name)
        if option is None:
            names = tuple(known) or Said("word.none")
            raise UnsupportedRule("system.no_option", system=chosen.key, option=name, known=names)
        if type(value) is not type(option.default) or (
            option.choices and value not in option.choices
        ):
            choice = option.choices or _KINDS[type(option.default)]
            raise UnsupportedRule("system.option", option=name, system=chosen.key, choice=choice)


# Pairings


def _check_rounds(
    document: TrfDocument,
    chosen: System,
    options: tuple[tuple[str, str | int | bool], ...],
    heard: Callable[[int], None],
    second: bool,
) -> Iterator[RoundCheck]:
    altered = history_of(document).altered
    for number in range(1, document.begun_rounds + 1):
        yield _check_round(document, number, chosen, options, altered.get(number), second)
        heard(number)


def _check_round(
    document: TrfDocument,
    number: int,
    chosen: System,
    options: tuple[tuple[str, str | int | bool], ...],
    altered: Alteration | None,
    second: bool,
) -> RoundCheck:
    found = pairs_of_file(document, number)
    try:
        then = as_paired(document, number)
        state = then.document.state(number - 1, options=options)
    except InconsistentHistory as error:
        return RoundCheck(number, found, problem=error.said)
    if chosen.format.fixed_schedule:
        # Nobody is left out of a table: a player who is away loses the game by forfeit.
        state = replace(state, byes=())
    elif altered and altered.correct:
        state = replace(state, byes=_away_by_rule(then, state, altered))
    try:
        paired = chosen.pair(state) if state.to_be_paired() else RoundPairing(number, ())
    except PairingError as error:
        return RoundCheck(
            number, found, problem=error.said, altered=altered == Alteration((), found)
        )
    expected = pairs_of_pairing(then, paired)
    opinion = None
    if second:
        opinion = opinion_of_second(
            chosen.format, state, expected, lambda made: pairs_of_pairing(then, made)
        )
    if chosen.format.fixed_schedule:
        found, expected = _table_games(found, expected)
    both = set(found) & set(expected)
    found = tuple(pair for pair in found if pair not in both)
    expected = tuple(pair for pair in expected if pair not in both)
    told = (
        altered is not None
        and set(found) == set(altered.used)
        and set(expected) == set(altered.correct)
    )
    return RoundCheck(
        number, found, expected, altered=told and bool(found or expected), second=opinion
    )


def _away_by_rule(then: Then, state: TournamentState, altered: Alteration) -> tuple[Bye, ...]:
    """The players not to be paired before somebody altered the round: those away in the file, with
    those seated by hand, without those who lost their seat."""
    here = {number for pair in altered.correct for number in pair}
    seated = {number for pair in altered.used for number in pair} - here
    byes = [bye for bye in state.byes if then.number(bye.player) not in here]
    byes += [
        Bye(player.tpn, ByeKind.ZERO_POINT)
        for player in state.players
        if then.number(player.tpn) in seated
    ]
    return tuple(sorted(byes, key=lambda bye: bye.player))


def _table_games(
    found: tuple[Pair, ...], expected: tuple[Pair, ...]
) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Without free rounds, and without games of the table that the file leaves out because
    nobody played them."""
    found = tuple(pair for pair in found if pair[1])
    seated = {number for pair in found for number in pair}
    return found, tuple(
        pair for pair in expected if pair[1] and (pair[0] in seated or pair[1] in seated)
    )


def pairs_of_file(document: TrfDocument, number: int) -> tuple[Pair, ...]:
    pairs = [(white, black) for white, black, _ in document.games(number)]
    byes = [(p.number, 0) for p in document.players if p.entry(number).symbol == "U"]
    return tuple(pairs + byes)


def pairs_of_pairing(document: TrfDocument | Then, paired: RoundPairing) -> tuple[Pair, ...]:
    """In board order, by the numbers of the file."""
    number = document.number
    pairs = [(number(board.white), number(board.black)) for board in paired.boards]
    return tuple(pairs + ([(number(paired.bye), 0)] if paired.bye is not None else []))


# Points and places


def _wrong_points(document: TrfDocument) -> Iterator[WrongPoints]:
    for adjustment in document.adjustments:
        if adjustment.code == "trf.points":
            values = dict(adjustment.values)
            yield WrongPoints(int(values["player"]), int(values["stated"]), int(values["counted"]))


def _check_ranks(
    document: TrfDocument, chosen: System, elsewhere: Mapping[str, Mapping[int, int]]
) -> tuple[tuple[str, ...], tuple[WrongRank, ...], Said | None]:
    """The list, the wrong places, and why there could be no judgement."""
    listed = document.standings or document.tie_breaks
    ranked = {player.number: player.rank for player in document.players if player.rank}
    if not listed or not ranked or not document.begun_rounds:
        return (), (), None
    try:
        return listed, tuple(_wrong_ranks(document, chosen, listed, ranked, elsewhere)), None
    except PairingError as error:
        return listed, (), error.said


def _wrong_ranks(
    document: TrfDocument,
    chosen: System,
    listed: tuple[str, ...],
    ranked: dict[int, int],
    elsewhere: Mapping[str, Mapping[int, int]],
) -> Iterator[WrongRank]:
    codes = list(listed)
    if codes[0].upper() in ("PTS", "PTS:GP", "GPTS"):
        del codes[0]
    elif document.standings:
        raise UnsupportedRule("report.standings")
    # Lots decide between those whom everything before leaves tied: any order is right there.
    if codes and codes[-1].upper() == "LOT":
        del codes[-1]
    # Nor does the file hold what was computed elsewhere: from there on any order may be right.
    unknown = (
        place
        for place, code in enumerate(codes)
        if code.upper().startswith("OTHER_") and code.upper().partition("/")[0] not in elsewhere
    )
    codes = codes[: next(unknown, None)]
    state = as_counted(document).state(_last_complete(document))
    edition = edition_at(document.start_date)
    known = {
        code: {
            player.tpn: values[number]
            for player in state.players
            if (number := document.number(player.tpn)) in values
        }
        for code, values in elsewhere.items()
    }
    family = chosen.format.family
    # The file says by the places who left; whether their results count, the rule says.
    unplaced = {p.tpn for p in state.players if not ranked.get(document.number(p.tpn))}
    gone = [one.player for one in below_half(state, unplaced)]
    first_ratings = {document.number(one.tpn): one.rating for one in state.players}
    policy = policy_told(document.comments, first_ratings)
    history = tuple((document.tpns[number], ratings) for number, ratings in policy.history)
    found = standings(
        state,
        codes,
        ratings=replace(policy, history=history),
        edition=edition,
        family=family,
        external=known,
        annulled=gone if family is Family.ROUND_ROBIN else None,
    )
    groups: dict[int, list[int]] = {}
    for row in found.rows:
        groups.setdefault(row.rank, []).append(document.number(row.tpn))
    for first, members in groups.items():
        last = first + len(members) - 1
        places = [ranked.get(number, 0) for number in members]
        # Those still tied share the place, or somebody has put them in order (lots, play-off).
        if all(place == first for place in places) or sorted(places) == list(
            range(first, last + 1)
        ):
            continue
        for number, place in zip(members, places, strict=True):
            if place and (
                len(members) == 1 or not first <= place <= last or places.count(place) > 1
            ):
                yield WrongRank(number, place, first, last)


def _last_complete(document: TrfDocument) -> int:
    number = document.begun_rounds
    while number and document.pending(number):
        number -= 1
    return number


def state_before(
    document: TrfDocument,
    number: int,
    options: tuple[tuple[str, str | int | bool], ...] = (),
    rounds: int = 0,
) -> TournamentState:
    """The state to pair a round for somebody who asks for it; `rounds` if the file is silent.

    It speaks in the numbers of today, whatever they were when the round was paired.
    """
    last = document.begun_rounds
    if number > last + 1:
        raise InconsistentHistory("record.ends", in_round=number, last=last)
    if rounds:
        document = replace(document, total_rounds=max(rounds, last))
    elif number > document.planned_rounds:
        if any(a.code == "trf.rounds_assumed" for a in document.adjustments):
            raise FileError("expected.total_rounds")
        raise InconsistentHistory("record.rounds", in_round=number, rounds=document.planned_rounds)
    if plays_in_teams(document):
        raise UnsupportedRule("report.teams_paired")
    return as_counted(document).state(number - 1, options=options)
