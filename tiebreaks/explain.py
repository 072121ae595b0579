"""The working of one value: `explain(state, "BH/C1", 17)`.

For a type-A code say where it stands: `codes` is the whole list, and the group explained is the
one still tied when the code is reached (`place` picks one of several equal codes).
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pairing.state import Fact, TournamentState
from pairing.systems import Family
from tiebreaks import registry
from tiebreaks.codes import Code
from tiebreaks.errors import UnknownParticipant
from tiebreaks.field import Field
from tiebreaks.standings import build_field, format_value, refine, tied_before
from tiebreaks.working import Step, Table, TableRow, Working

__all__ = ["Step", "Table", "TableRow", "Working", "explain", "explain_in"]


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
    """How player `tpn` came to the value; `settings` as for `standings`."""
    field, _ = build_field(
        state, edition=edition, family=family, after=after, compat=compat, **settings
    )
    own = registry.parse(code, edition=edition, compat=compat)
    parts = codes if isinstance(codes, str) else tuple(codes)
    chosen = registry.parse_list(parts, edition=edition, compat=compat)
    return explain_in(field, own, tpn, chosen=chosen, place=place)


def explain_in(
    field: Field,
    code: Code,
    tpn: int,
    *,
    chosen: Sequence[Code] = (),
    place: int | None = None,
) -> Working:
    """The same on a field that is already built, individual or team."""
    if tpn not in field.ledger().cells:
        raise UnknownParticipant(tpn)
    edition = f"fide{code.edition}" if code.edition else field.rules.edition
    method = registry.method(edition, code.name)
    if place is None:
        place = next((i for i, own in enumerate(chosen) if own == code), len(chosen))
    group: tuple[int, ...] = ()
    tables: tuple[Table, ...] = ()
    if method.resolve is not None or field.rules.reference:
        # The reference calculator's values, too, depend on what stands before them in the list.
        group = tied_before(field, chosen, place, tpn)
    here = replace(field.in_edition(code.edition), stained=field.stained)
    if method.resolve is not None:
        shown = refine(here, code, [list(group)])[1]
        tables = tuple(method.tables(here, code, group)) if method.tables else ()
    else:
        group = ()
        shown = refine(here, code, [])[1]
    steps, facts = method.steps(here, code, tpn) if method.steps else ([], ())
    if method.resolve is not None and len(group) == 1:
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
