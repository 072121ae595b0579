"""Standings: rank by score, then by the chosen list.

    standings(state, "BH/C1 BH SB DE") -> Standings

Entry points, kept stable:

- `standings(state, codes, ...)`: an individual event; `tiebreaks.team_standings` has its
  counterpart for teams. Both return `Standings`.
- `format_value(code, value, edition)`: a value as text, "-" where it is undefined.
- `tiebreaks.explain.explain(state, code, tpn, ...)`: how one value was made; `explain_list`: all
  values of one player. For teams `explain_team` and `explain_team_list` there.
- `tiebreaks.registry.parse(code)`: reads a code or raises `UnknownTieBreak`.
- `tiebreaks.advice.advice(...)`: what speaks against a list; `RECOMMENDED` lists there.
- `tiebreaks.categories.members_of(state, category)`: who a category is, for `members`.

Ranking (C.07 art. 4.2): everybody by score; within every group still tied by the next code of
the list; groups never merge again. Type-A codes are applied to the group that is tied at their
place. Undefined values come last, whatever the direction. Who is still tied at the end shares
the rank. Values are exact: whole numbers, fractions, or None for undefined; scores are tenths.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from pairing.formats import Family
from pairing.handbook.round_robin.points import missed_too_many
from pairing.sentences import Said
from pairing.state import TournamentState
from tiebreaks import registry
from tiebreaks.codes import Code
from tiebreaks.errors import UnsuitableTieBreak
from tiebreaks.field import Column, Field, RatingPolicy, Value
from tiebreaks.ledger import Rules, individual
from tiebreaks.method import Method, Scope

__all__ = [
    "RatingPolicy",
    "Row",
    "Standings",
    "Value",
    "build_field",
    "format_value",
    "rank",
    "standings",
]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the standings; `values` in the order of `Standings.codes`."""

    rank: int  # shared by those still tied
    tpn: int  # team number in team standings
    score: int  # tenths
    values: tuple[Value, ...]
    shared: bool = False  # others have this rank too
    overall: int = 0  # the rank in the whole field, where only members are listed
    by_hand: bool = False  # the arbiter's order separated this row from another of its rank


@dataclass(frozen=True, slots=True)
class Standings:
    codes: tuple[Code, ...]  # without the score that comes first
    rows: tuple[Row, ...]  # by rank, tied rows by number
    edition: str
    after: int  # rounds counted
    final: bool  # all rounds played, no game adjourned
    adjourned: tuple[tuple[int, int, int], ...] = ()  # (round, white, black)
    excluded: tuple[Row, ...] = ()  # expelled or annulled: values, but rank 0
    annulled: tuple[int, ...] = ()  # whose games count for nobody (round robin)
    lots: tuple[int, ...] = ()  # the order drawn, if the list has LOT

    def row(self, tpn: int) -> Row:
        return next(row for row in (*self.rows, *self.excluded) if row.tpn == tpn)

    def value(self, code: str | Code, tpn: int) -> Value:
        index = next(i for i, own in enumerate(self.codes) if str(own) == str(code))
        return self.row(tpn).values[index]


def standings(
    state: TournamentState,
    codes: str | Sequence[str | Code],
    *,
    edition: str = "fide2026",
    family: Family = Family.SWISS,
    after: int | None = None,
    members: Collection[int] | None = None,
    seed: int | str | None = None,
    external: Mapping[str, Mapping[int, Value]] | None = None,
    ratings: RatingPolicy | None = None,
    expelled: Collection[int] = (),
    annulled: Collection[int] | None = None,
    by_hand: Sequence[int] = (),
    compat: str = "",
) -> Standings:
    """The standings after round `after` (None = all finished rounds in the state).

    `members`: list only these, ranked among themselves; values and order come from the whole
    field. `seed`: for LOT, by the starting numbers.
    `external`: values computed elsewhere, per code ("OTHER_PLAYOFF") and player. `expelled`:
    left out after the values are computed. `annulled`: round robin, whose games count for
    nobody; None = those who can no longer complete half of their games. `by_hand`: the
    arbiter's order, used only between players whom the list leaves tied. `compat="ref"`: depart
    from the regulation where the public reference calculator does.
    """
    chosen = chosen_codes(codes, edition=edition, compat=compat)
    check_list(chosen, edition=edition, family=family, compat=compat)
    field = build_field(
        state,
        edition=edition,
        family=family,
        after=after,
        seed=seed,
        external=external,
        ratings=ratings,
        annulled=annulled,
        compat=compat,
    )
    counted = field.ledger().counted
    adjourned = tuple(
        (round_.number, game.white, game.black)
        for round_ in state.rounds[:counted]
        for game in round_.games
        if not game.result.final
    )
    return rank(
        field,
        chosen,
        members=members,
        expelled=frozenset(expelled),
        by_hand=by_hand,
        adjourned=adjourned,
    )


def chosen_codes(
    codes: str | Sequence[str | Code], *, edition: str, compat: str
) -> tuple[Code, ...]:
    """The list without the score that begins it."""
    parts = codes if isinstance(codes, str) else tuple(codes)
    chosen = registry.parse_list(parts, edition=edition, compat=compat)
    return chosen[1:] if chosen and chosen[0].name == "PTS" else chosen


def check_list(
    chosen: Iterable[Code], *, edition: str, family: Family, compat: str, teams: bool = False
) -> None:
    """Refuse what cannot be computed here, and what the rule book excludes: the Buchholz family
    in a round robin (C.07 art. 8), more Blacks in a Berger event (handbook 4)."""
    for code in chosen:
        found = registry.method(_edition_of(code, edition), code.name)
        other = Scope.INDIVIDUAL if teams else Scope.TEAM
        if found.scope is other or (code.score and not teams):
            raise _unsuitable(code, "team" if teams else "individual", found)
        if compat != "ref" and registry.forbidden(edition, found, family):
            raise _unsuitable(code, family, found)


def _unsuitable(code: Code, family: str, found: Method) -> UnsuitableTieBreak:
    return UnsuitableTieBreak(
        "tiebreaks.unsuitable",
        code=str(code),
        family=Said(f"family.{family}"),
        article=found.article,
    )


def build_field(
    state: TournamentState,
    *,
    edition: str = "fide2026",
    family: Family = Family.SWISS,
    after: int | None = None,
    seed: int | str | None = None,
    external: Mapping[str, Mapping[int, Value]] | None = None,
    ratings: RatingPolicy | None = None,
    annulled: Collection[int] | None = None,
    compat: str = "",
) -> Field:
    """The field that values are computed from."""
    rules = Rules(edition, family is Family.ROUND_ROBIN, compat == "ref")
    gone = frozenset(annulled or ())
    if annulled is None and rules.predetermined and not rules.reference:
        counted = len(state.rounds) if after is None else max(after, 0)
        gone = missed_too_many(replace(state, rounds=state.rounds[:counted]))
    return Field(
        ledgers={"": individual(state, rules, after=after, annulled=gone)},
        rules=rules,
        listed_ratings={player.tpn: player.rating for player in state.players},
        policy=ratings or RatingPolicy(),
        seed=seed,
        external=external or {},
        annulled=gone,
    )


# Ranking


def rank(
    field: Field,
    chosen: Sequence[Code],
    *,
    members: Collection[int] | None = None,
    expelled: frozenset[int] = frozenset(),
    by_hand: Sequence[int] = (),
    adjourned: tuple[tuple[int, int, int], ...] = (),
) -> Standings:
    """C.07 art. 4.2 on any field, individual or team.

    The expelled leave when all is computed, so that nobody's value or order changes by it.
    """
    ledger = field.ledger()
    groups = by_score(field)
    columns = []
    for code in chosen:
        groups, shown = refine(field, code, groups)
        columns.append(shown)
    order = {tpn: place for place, tpn in enumerate(by_hand)}
    rows = []
    place = 1
    in_list = None if members is None else frozenset(members)
    listed = 1
    for everybody in groups:
        group = [tpn for tpn in everybody if tpn not in expelled]
        subgroups = _by_hand(group, order) if len(group) > 1 else [group]
        for subgroup in subgroups:
            shown_here = [t for t in subgroup if in_list is None or t in in_list]
            for tpn in sorted(shown_here):
                rows.append(
                    Row(
                        rank=listed,
                        tpn=tpn,
                        score=ledger.score[tpn],
                        values=tuple(column[tpn] for column in columns),
                        shared=len(shown_here) > 1,
                        overall=place,
                        by_hand=len(subgroups) > 1,
                    )
                )
            place += len(subgroup)
            listed += len(shown_here)
    left_out = tuple(
        Row(0, tpn, ledger.score[tpn], tuple(column.get(tpn) for column in columns))
        for tpn in field.numbers
        if tpn in expelled or tpn in field.annulled
    )
    has_lots = any(code.name == "LOT" for code in chosen)
    drawn = field.lots() if has_lots else {}
    return Standings(
        codes=tuple(chosen),
        rows=tuple(rows),
        edition=field.rules.edition,
        after=ledger.counted,
        final=ledger.finished and not adjourned,
        adjourned=adjourned,
        excluded=left_out,
        annulled=tuple(sorted(field.annulled)),
        lots=tuple(sorted(drawn, key=lambda tpn: drawn[tpn])),
    )


def refine(
    field: Field, code: Code, groups: list[list[int]]
) -> tuple[list[list[int]], Mapping[int, Value]]:
    """One code of the list: every tied group split further, and everybody's value to show."""
    method = registry.method(_edition_of(code, field.rules.edition), code.name)
    field = field.in_edition(code.edition)
    if method.resolve is not None:
        nobody = None if field.rules.edition == "handbook" else 0
        shown: dict[int, Value] = dict.fromkeys(field.numbers, nobody)
        finer = []
        for group in groups:
            if len(group) == 1:
                finer.append(group)
                continue
            split = method.resolve(field, code, tuple(group))
            shown.update(
                _exact(Column(split.values, split.scale)) if split.values else split.places
            )
            finer.extend(_split_by(group, split.places, ascending=True))
        return finer, shown
    column = column_of(field, code)
    ascending = method.ascending != code.reverse
    finer = []
    for group in groups:
        if len(group) == 1:
            finer.append(group)
        else:
            finer.extend(_split_by(group, column.values, ascending=ascending))
    if field.rules.reference and (code.name == "FB" or code.fore):
        field.stained = True
    return finer, _exact(column)


def _edition_of(code: Code, edition: str) -> str:
    return f"fide{code.edition}" if code.edition else edition


def column_of(field: Field, code: Code) -> Column:
    """Everybody's value for a code that is not of type A."""
    method = registry.method(_edition_of(code, field.rules.edition), code.name)
    if method.name == "OTHER":
        values = field.outside(code.name)
        return Column({tpn: values.get(tpn) for tpn in field.numbers})
    assert method.compute is not None
    return method.compute(field.in_edition(code.edition), code)


def tied_before(field: Field, chosen: Sequence[Code], place: int, tpn: int) -> tuple[int, ...]:
    """The group that is still tied with `tpn` when the code at `place` of the list is applied."""
    groups = by_score(field)
    for code in chosen[:place]:
        groups, _ = refine(field, code, groups)
    return next((tuple(group) for group in groups if tpn in group), (tpn,))


def by_score(field: Field) -> list[list[int]]:
    """The score groups, best first, without those whose games do not count."""
    ranked = [tpn for tpn in field.numbers if tpn not in field.annulled]
    return _split_by(ranked, field.ledger().score, ascending=False)


def _split_by(group: list[int], values: Mapping[int, Value], *, ascending: bool) -> list[list[int]]:
    """Subgroups of equal value, best first; undefined values last."""
    by_value: dict[int | Fraction, list[int]] = {}
    undefined: list[int] = []
    for tpn in group:
        value = values.get(tpn)
        (undefined if value is None else by_value.setdefault(value, [])).append(tpn)
    ordered = [by_value[value] for value in sorted(by_value, reverse=not ascending)]
    return [*ordered, undefined] if undefined else ordered


def _by_hand(group: list[int], order: Mapping[int, int]) -> list[list[int]]:
    """The arbiter's order inside a tie; those it does not name stay tied behind."""
    if not order:
        return [group]
    named = sorted((tpn for tpn in group if tpn in order), key=lambda tpn: order[tpn])
    rest = [tpn for tpn in group if tpn not in order]
    return [[tpn] for tpn in named] + ([rest] if rest else [])


def _exact(column: Column) -> Mapping[int, Value]:
    """A column in points: whole numbers where they are whole, fractions elsewhere."""
    if column.scale == 1:
        return column.values
    known: dict[Value, Value] = {None: None}
    exact: dict[int, Value] = {}
    for tpn, raw in column.values.items():
        if raw is not None and raw not in known:
            value = Fraction(raw, column.scale)
            known[raw] = int(value) if value.denominator == 1 else value
        exact[tpn] = known[raw]
    return exact


# Text

UNDEFINED = "-"


def format_value(code: str | Code, value: Value, edition: str = "fide2026") -> str:
    """A value with the decimals usual for its code, more if it needs them; "-" if undefined."""
    if value is None:
        return UNDEFINED
    name = code.name if isinstance(code, Code) else registry.parse(code, edition=edition).name
    method = registry.method(edition, name)
    decimals, above, below = method.decimals, value.numerator, value.denominator
    if not method.rounded and not _endless(below):
        while 10**decimals % below:
            decimals += 1
    rounded = (2 * above * 10**decimals + below) // (2 * below)
    sign, digits = ("-" if rounded < 0 else ""), str(abs(rounded)).rjust(decimals + 1, "0")
    return f"{sign}{digits[:-decimals]}.{digits[-decimals:]}" if decimals else f"{sign}{digits}"


def _endless(denominator: int) -> bool:
    """Of a fraction without a finite decimal form, like an average of nine."""
    rest = denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest != 1
