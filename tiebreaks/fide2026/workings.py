"""FIDE C.07 from 1 March 2026: how the values were made, article by article.

Every function asks the same questions as the method it explains; what is left after the cuts
adds up to the value.
"""

from collections.abc import Callable

from pairing.state import Fact
from ratings.tables import rating_difference
from tiebreaks.codes import Code
from tiebreaks.fide2026 import combined, direct_encounter, own_results, ratings
from tiebreaks.fide2026.modifiers import Part, removals
from tiebreaks.fide2026.unplayed import Element, own_score
from tiebreaks.field import Field, half_up
from tiebreaks.ledger import Ledger
from tiebreaks.working import Step, Table, TableRow, in_points, step_of, text

Steps = list[Step]
Explained = tuple[Steps, tuple[Fact, ...]]

CUT_ARTICLES = {"least": "14.1", "voluntary": "16.5", "most": "14.2"}


# Art. 7


def counted(field: Field, code: Code, tpn: int) -> Explained:
    ledger = field.ledger(code.score)
    question = own_results.QUESTIONS[code.name]
    return [step_of(cell, int(question(ledger, cell))) for cell in ledger.cells[tpn]], ()


def progressive(field: Field, code: Code, tpn: int) -> Explained:
    ledger = field.ledger(code.score)
    steps = []
    for cell, running in zip(ledger.cells[tpn], ledger.running(tpn), strict=True):
        cut = "first" if cell.round <= code.cut else ""
        steps.append(step_of(cell, in_points(running), cut=cut))
    return steps, ()


def standard(field: Field, code: Code, tpn: int) -> Explained:
    ledger = field.ledger(code.score)
    steps = []
    for cell in ledger.cells[tpn]:
        compared = ledger.draw
        if cell.opponent:
            compared = ledger.cells[cell.opponent][cell.round - 1].points
        steps.append(
            step_of(
                cell,
                in_points(own_results.standard_halves(ledger, cell), 2),
                score=in_points(compared),
            )
        )
    return steps, ()


def score(field: Field, code: Code, tpn: int) -> Explained:
    ledger = field.ledger(code.score)
    steps = [step_of(cell, in_points(cell.points)) for cell in ledger.cells[tpn]]
    return steps, _bonus_facts(ledger, tpn)


def adjusted(field: Field, code: Code, tpn: int) -> Explained:
    """Art. 16.2, 16.3  Round by round, the unredeemed byes as draws."""
    ledger = field.ledger(code.score)
    drawn = _unredeemed(ledger, tpn, fore=code.fore)
    steps = [
        step_of(
            cell,
            in_points(ledger.draw if cell.round in drawn else cell.points),
            facts=(Fact("tiebreaks.adjusted.as_draw", "16.2.5"),) if cell.round in drawn else (),
        )
        for cell in ledger.cells[tpn]
    ]
    return steps, _bonus_facts(ledger, tpn)


# Art. 8, 9.1


def from_elements(
    make_parts: Callable[[list[Element]], list[Part]],
    scale: int,
) -> Callable[[Field, Code, int], Explained]:
    """Buchholz, Fore Buchholz, Sonneborn-Berger: elements, then the cuts."""

    def explain(field: Field, code: Code, tpn: int) -> Explained:
        fore = code.name == "FB"
        elements = field.elements(code.score, forfeits=code.forfeits, fore=fore)[tpn]
        parts = make_parts(elements)
        return element_steps(field, code, tpn, elements, parts, scale, fore=fore), ()

    return explain


def element_steps(
    field: Field,
    code: Code,
    tpn: int,
    elements: list[Element],
    parts: list[Part],
    scale: int,
    *,
    fore: bool = False,
    score: str | None = None,
) -> Steps:
    kept_score = code.score if score is None else score
    ledger = field.ledger(kept_score)
    gone = {
        removal.position: removal.reason
        for removal in removals(
            parts,
            low=code.cut + code.median,
            high=code.median,
            reference=field.rules.reference,
        )
    }
    steps = []
    for position, (element, part) in enumerate(zip(elements, parts, strict=True)):
        cut = gone.get(position, "")
        facts = score_facts(field, kept_score, tpn, element, fore=fore)
        if cut:
            facts = (*facts, Fact(f"tiebreaks.cut.{cut}", CUT_ARTICLES[cut]))
        steps.append(
            Step(
                round=element.round,
                opponent=element.opponent,
                kind=ledger.cells[tpn][element.round - 1].kind.value,
                points=in_points(element.points),
                score=in_points(element.score),
                contribution=in_points(part.contribution, scale),
                cut=cut,
                facts=facts,
            )
        )
    return steps


def score_facts(
    field: Field, score: str, tpn: int, element: Element, *, fore: bool = False
) -> tuple[Fact, ...]:
    """The reason for an opponent's score where it is not simply their own."""
    ledger = field.ledger(score)
    opponent = element.opponent
    if not element.dummy:
        real = ledger.score[opponent]
        if element.score == real:
            return ()
        rounds = ",".join(map(str, sorted(_unredeemed(ledger, opponent, fore=fore))))
        code, article = (
            ("tiebreaks.score.last_round_drawn", "8.3")
            if fore and ledger.finished and ledger.cells[opponent][-1].opponent
            else ("tiebreaks.score.adjusted", "16.3")
        )
        return (
            Fact(
                code,
                article,
                (opponent,),
                (("score", text(real)), ("adjusted", text(element.score)), ("rounds", rounds)),
            ),
        )
    own = own_score(ledger, tpn, fore=fore)
    values: tuple[tuple[str, int | str], ...] = (
        ("own", text(own)),
        ("score", text(element.score)),
    )
    if not ledger.rules.capped:
        return (Fact("tiebreaks.score.dummy", "16.4", (), values),)
    if opponent:
        cap = field.adjusted(score, fore=fore)[opponent]
        return (
            Fact(
                "tiebreaks.score.dummy_forfeit",
                "16.4.1",
                (opponent,),
                (*values, ("ceiling", text(cap))),
            ),
        )
    cap = ledger.draw * ledger.counted
    return (Fact("tiebreaks.score.dummy_bye", "16.4.2", (), (*values, ("ceiling", text(cap)))),)


def average_of_buchholz(field: Field, code: Code, tpn: int) -> Explained:
    """Art. 8.2  The opponents met over the board, each with their Buchholz."""
    elements = field.elements(code.score, fore=code.fore)
    steps = []
    total = games = 0
    for cell in field.ledger(code.score).cells[tpn]:
        if cell.played:
            value = sum(element.score for element in elements[cell.opponent])
            total += value
            games += 1
            steps.append(step_of(cell, in_points(value), score=in_points(value)))
        else:
            steps.append(step_of(cell, None, cut="not_counted"))
    return steps, (_average("8.2", text(total), games),) if games else ()


# Art. 9.2, 14.5


def koya(field: Field, code: Code, tpn: int) -> Explained:
    ledger = field.ledger(code.score)
    limit = combined.koya_limit_doubled(ledger, code)
    scores = ledger.scores_of_games()
    steps = []
    for cell in ledger.cells[tpn]:
        if not cell.opponent:
            steps.append(step_of(cell, 0, cut="not_counted"))
            continue
        reached = 2 * scores[cell.opponent] >= limit
        steps.append(
            step_of(
                cell,
                in_points(cell.points) if reached else 0,
                score=in_points(scores[cell.opponent]),
                cut="" if reached else "not_counted",
            )
        )
    article = "14.5" if code.limit else "9.2"
    fact = Fact(
        "tiebreaks.koya.limit",
        article,
        (),
        (("limit", text(limit, 20)), ("games", ledger.games())),
    )
    return steps, (fact, *combined.free_rounds(ledger, article))


# Art. 10


def average_rating(field: Field, code: Code, tpn: int) -> Explained:
    """Art. 10.1  The cuts leave out the lowest and the highest ratings (14.1, 14.2)."""
    known = field.ratings(code.unrated)
    if not known.complete:
        return [], (Fact("tiebreaks.rating.unrated", "10"),)
    cells = field.ledger().cells[tpn]
    counted = ratings.rated_cells(field, tpn)
    played = sorted((known.of(cell.opponent, cell.round), cell.round) for cell in counted)
    low, high = code.cut + code.median, code.median
    kept = played[low : max(len(played) - high, low)]
    lowest = {number for _, number in played[:low]}
    kept_rounds = {number for _, number in kept}
    steps = []
    for cell in cells:
        if cell not in counted:
            steps.append(step_of(cell, None, cut="not_counted"))
            continue
        rating = known.of(cell.opponent, cell.round)
        cut = "" if cell.round in kept_rounds else "least" if cell.round in lowest else "most"
        facts = (Fact(f"tiebreaks.cut.{cut}", CUT_ARTICLES[cut]),) if cut else ()
        steps.append(step_of(cell, rating, score=rating, cut=cut, facts=facts))
    if not kept:
        return steps, ()
    return steps, (_average("10.1", str(sum(rating for rating, _ in kept)), len(kept)),)


def performance(field: Field, code: Code, tpn: int) -> Explained:
    """Art. 10.2"""
    steps, facts = _rated_games(field, code, tpn)
    found = ratings.ratings_of_games(field, tpn, code.unrated) if not facts else []
    if not found:
        return steps, facts
    halves = ratings.halves_scored(field, tpn)
    percent = ratings.percent_score(halves, len(found))
    return steps, (
        Fact(
            "tiebreaks.rating.performance",
            "10.2",
            (),
            (
                ("average", half_up(sum(found), len(found))),
                ("score", text(halves, 2)),
                ("games", len(found)),
                ("percent", percent),
                ("difference", rating_difference(percent)),
            ),
        ),
    )


def perfect(field: Field, code: Code, tpn: int) -> Explained:
    """Art. 10.3"""
    steps, facts = _rated_games(field, code, tpn)
    found = ratings.ratings_of_games(field, tpn, code.unrated) if not facts else []
    if not found:
        return steps, facts
    halves = ratings.halves_scored(field, tpn)
    if not halves:
        return steps, (
            Fact("tiebreaks.rating.perfect_zero", "10.3", (), (("lowest", min(found)),)),
        )
    value = ratings.perfect(field, tpn, code)
    assert isinstance(value, int)
    return steps, (
        Fact(
            "tiebreaks.rating.perfect",
            "10.3",
            (),
            (
                ("score", text(halves, 2)),
                ("rating", value),
                ("expected", text(ratings.expected_hundredths(value, found), 100)),
                ("expected_below", text(ratings.expected_hundredths(value - 1, found), 100)),
            ),
        ),
    )


def average_performance(field: Field, code: Code, tpn: int) -> Explained:
    """Art. 10.4, 10.5"""
    own = ratings.performance_rating if code.name == "APRO" else ratings.perfect_performance
    if not field.ratings(code.unrated).complete:
        return [], (Fact("tiebreaks.rating.unrated", "10"),)
    values = own(field, code).values
    steps = []
    known = []
    counted = ratings.rated_cells(field, tpn)
    for cell in field.ledger().cells[tpn]:
        value = values[cell.opponent] if cell in counted else None
        if isinstance(value, int):
            known.append(value)
        cut = "" if value is not None else "not_counted"
        steps.append(step_of(cell, value, score=value, cut=cut))
    article = "10.4" if code.name == "APRO" else "10.5"
    return steps, (_average(article, str(sum(known)), len(known)),) if known else ()


def nothing(field: Field, code: Code, tpn: int) -> Explained:
    """Pairing number, rating, lots, outside values: the value is its own working."""
    if code.name == "RTNG" and not field.ratings(code.unrated).complete:
        return [], (Fact("tiebreaks.rating.unrated", "10"),)
    return [], ()


# Art. 6


def direct_encounter_tables(field: Field, code: Code, group: tuple[int, ...]) -> list[Table]:
    """Every application of 6.2 or 6.3, the whole group first, then each subgroup that arose."""
    ledger = field.ledger(code.score)
    return encounter_tables(ledger, group, forfeits=code.forfeits, win=ledger.win, score=code.score)


def encounter_tables(
    ledger: Ledger, group: tuple[int, ...], *, forfeits: bool, win: int, score: str = ""
) -> list[Table]:
    if len(group) < 2:
        return []
    subgroups = direct_encounter.order_once(ledger, group, forfeits=forfeits, win=win)
    members = frozenset(group)
    records = {
        tpn: direct_encounter.encounters(ledger, tpn, members, forfeits=forfeits) for tpn in group
    }
    complete = all(record.met == len(group) - 1 for record in records.values())
    order = tuple(sorted(group))
    rows = []
    place = 1
    for subgroup in subgroups:
        for tpn in subgroup:
            record = records[tpn]
            missing = win * (len(group) - 1 - record.met)
            rows.append(
                TableRow(
                    tpn=tpn,
                    cells=tuple(in_points(record.scores.get(other)) for other in order),
                    score=in_points(record.score),
                    met=record.met,
                    best=in_points(record.score + missing),
                    place=place,
                )
            )
        place += len(subgroup)
    by_sum = complete or ledger.rules.predetermined
    tables = [Table(order, tuple(rows), "6.2" if by_sum else "6.3", complete, score)]
    if len(subgroups) > 1:
        for subgroup in subgroups:
            tables += encounter_tables(ledger, subgroup, forfeits=forfeits, win=win, score=score)
    return tables


# Shared


def _average(article: str, total: str, games: int) -> Fact:
    return Fact("tiebreaks.average", article, (), (("sum", total), ("games", games)))


def _rated_games(field: Field, code: Code, tpn: int) -> Explained:
    known = field.ratings(code.unrated)
    if not known.complete:
        return [], (Fact("tiebreaks.rating.unrated", "10"),)
    steps = []
    counted = ratings.rated_cells(field, tpn)
    for cell in field.ledger().cells[tpn]:
        if cell in counted:
            rating = known.of(cell.opponent, cell.round)
            steps.append(step_of(cell, in_points(ratings.halves(cell), 2), score=rating))
        else:
            steps.append(step_of(cell, None, cut="not_counted"))
    return steps, ()


def _bonus_facts(ledger: Ledger, tpn: int) -> tuple[Fact, ...]:
    return tuple(
        Fact("tiebreaks.bonus", "", (tpn,), (("round", number), ("points", text(points))))
        for (player, number), points in sorted(ledger.bonus.items())
        if player == tpn
    )


def _unredeemed(ledger: Ledger, tpn: int, *, fore: bool = False) -> set[int]:
    """The rounds that count as draws for the opponents (16.2.5, or 8.3)."""
    rounds: set[int] = set()
    if ledger.rules.predetermined:
        return rounds
    for cell in reversed(ledger.cells[tpn]):
        if fore and ledger.finished and cell.round == ledger.total and cell.opponent:
            return {cell.round}
        if cell.requested:
            rounds.add(cell.round)
        elif not cell.voluntary:
            break
    return rounds
