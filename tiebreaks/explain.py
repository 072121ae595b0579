"""The working of one value: `explain(state, "BH/C1", 17)`, or of a whole list: `explain_list`.

For a type-A code say where it stands: `codes` is the whole list, and the group explained is the
one still tied when the code is reached (`place` picks one of several equal codes).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pairing.formats import Family
from pairing.state import Fact, TournamentState
from tiebreaks import registry
from tiebreaks.codes import Code
from tiebreaks.errors import UnknownParticipant
from tiebreaks.field import Field
from tiebreaks.standings import build_field, chosen_codes, format_value, refine, tied_before
from tiebreaks.working import Step, Table, TableRow, Working

__all__ = [
    "Step",
    "Table",
    "TableRow",
    "Working",
    "explain",
    "explain_in",
    "explain_list",
    "explain_list_in",
]


def explain(
    state: TournamentState,
    code: str | Code,
    tpn: int,
    *,
    codes: str | Sequence[str | Code] = (),
    place: int | None = None,
    edition: str = "fide2026",
    family: Family = Family.SWISS,
    after: int | None = None,
    compat: str = "",
    **settings: Any,
) -> Working:
    """The working of the value of player `tpn`; `settings` as for `standings`."""
    field = build_field(
        state, edition=edition, family=family, after=after, compat=compat, **settings
    )
    own = registry.parse(code, edition=edition, compat=compat)
    chosen = chosen_codes(codes, edition=edition, compat=compat)
    return explain_in(field, own, tpn, chosen=chosen, place=place)


def explain_list(
    state: TournamentState,
    codes: str | Sequence[str | Code],
    tpn: int,
    *,
    edition: str = "fide2026",
    family: Family = Family.SWISS,
    after: int | None = None,
    compat: str = "",
    **settings: Any,
) -> tuple[Working, ...]:
    """The working of every value of player `tpn`, in the order of the list."""
    field = build_field(
        state, edition=edition, family=family, after=after, compat=compat, **settings
    )
    return explain_list_in(field, chosen_codes(codes, edition=edition, compat=compat), tpn)


def explain_in(
    field: Field,
    code: Code,
    tpn: int,
    *,
    chosen: Sequence[Code] = (),
    place: int | None = None,
) -> Working:
    """`explain` on a field that is already built, individual or team."""
    _check(field, tpn)
    if place is None:
        place = next((i for i, own in enumerate(chosen) if own == code), len(chosen))
    method = registry.method(_edition(field, code), code.name)
    group: tuple[int, ...] = (tpn,)
    if method.type_a or field.rules.reference:
        # The reference calculator's values, too, depend on what stands before them in the list.
        group = tied_before(field, chosen, place, tpn)
    return _working(field, code, tpn, group)


def explain_list_in(field: Field, chosen: Sequence[Code], tpn: int) -> tuple[Working, ...]:
    _check(field, tpn)
    group = tied_before(field, (), 0, tpn)
    found = []
    for code in chosen:
        found.append(_working(field, code, tpn, group))
        finer, _ = refine(field, code, [list(group)])
        group = next(tuple(part) for part in finer if tpn in part)
    return tuple(found)


def _check(field: Field, tpn: int) -> None:
    if tpn not in field.ledger().cells:
        raise UnknownParticipant("tiebreaks.nobody", number=tpn)


def _edition(field: Field, code: Code) -> str:
    return f"fide{code.edition}" if code.edition else field.rules.edition


def _working(field: Field, code: Code, tpn: int, group: tuple[int, ...]) -> Working:
    edition = _edition(field, code)
    method = registry.method(edition, code.name)
    here = replace(field.in_edition(code.edition), stained=field.stained)
    tables: tuple[Table, ...] = ()
    if method.type_a:
        shown = refine(here, code, [list(group)])[1]
        tables = tuple(method.tables(here, code, group)) if method.tables else ()
    else:
        group = ()
        shown = refine(here, code, [])[1]
    steps, facts = method.steps(here, code, tpn) if method.steps else ([], ())
    if method.type_a and len(group) == 1:
        facts = (*facts, Fact("tiebreaks.not_tied", "4.2"))
    value = shown.get(tpn)
    return Working(
        code=code,
        tpn=tpn,
        value=value,
        text=format_value(code, value, edition),
        edition=edition,
        article=method.article,
        label=method.label,
        steps=tuple(steps),
        tables=tables,
        group=group,
        facts=tuple(facts),
    )
