"""All tie-breaks: (edition, name) → label, article, kind, and the function.

`method("fide2026", "BH")` finds one, `methods("fide2026")` lists them in the order of the rule
book, `parse(text, edition=...)` reads a code and checks it against its edition. Labels are keys;
their words in both languages live outside the core.
"""

from functools import cache

from pairing.errors import UnsupportedRule
from pairing.formats import Family
from tiebreaks import codes
from tiebreaks.codes import Code
from tiebreaks.errors import UnknownTieBreak
from tiebreaks.fide2026 import methods as fide
from tiebreaks.handbook import methods as handbook
from tiebreaks.method import Method, Scope

EDITIONS = ("fide2026", "fide2024", "handbook")

#: C.07 changed on this day
CHANGED_IN_2026 = "2026/03/01"


@cache
def _table(edition: str) -> dict[str, Method]:
    if edition == "handbook":
        return {method.name: method for method in handbook.METHODS}
    if edition in ("fide2026", "fide2024"):
        new = () if edition == "fide2026" else NEW_IN_2026
        return {method.name: method for method in fide.METHODS if method.name not in new}
    raise UnsupportedRule("tiebreaks.edition", edition=edition, known=EDITIONS)


#: C.07 of 1 August 2024 did not have these
NEW_IN_2026 = ("STD", "TPN", "RTNG", "EDEBT", "EDEBB", "EDET", "EDEB")

OTHER = Method("OTHER", "4.1", scope=Scope.BOTH, variants="R", decimals=0)


def edition_at(start_date: str) -> str:
    """The edition of C.07 for an event that starts on this day, as a report file writes it; an
    event without a date is judged by the newer text."""
    older = "1000" < start_date.replace("-", "/") < CHANGED_IN_2026
    return "fide2024" if older else "fide2026"


def methods(edition: str) -> tuple[Method, ...]:
    return tuple(_table(edition).values())


def method(edition: str, name: str) -> Method:
    """The method of a code's name; `OTHER_...` are values computed elsewhere."""
    table = _table(edition)
    if name in table:
        return table[name]
    if name.startswith("OTHER_"):
        return OTHER
    raise UnknownTieBreak("tiebreaks.name", code=name, part=name, known=tuple(table))


def forbidden(edition: str, found: Method, family: Family) -> bool:
    """True if the rule book excludes a method here; the edition of 2024 had no such rule."""
    return edition != "fide2024" and family in found.forbidden


def parse(text: str | Code, *, edition: str = "fide2026", compat: str = "") -> Code:
    """A code of this edition, or `UnknownTieBreak` that says which part is wrong."""
    code = codes.read(text, compat=compat) if isinstance(text, str) else text
    own_edition = f"fide{code.edition}" if code.edition and edition != "handbook" else edition
    try:
        found = method(own_edition, code.name)
    except UnknownTieBreak as error:
        raise UnknownTieBreak(
            "tiebreaks.name", code=str(text), part=code.name, known=error.known
        ) from None
    given = (
        ("S", f":{code.score}", bool(code.score)),
        ("C", f"/C{code.cut}", bool(code.cut)),
        ("M", f"/M{code.median}", bool(code.median)),
        ("L", "/L", code.limit is not None),
        ("E", f"/E{code.extended}", bool(code.extended)),
        ("K", f"/K{code.divisor}", bool(code.divisor)),
        ("P", "/P", code.forfeits),
        ("F", "/F", code.fore),
        ("R", "/R", code.reverse),
        ("D", "/D", code.downwards),
        ("B", "/B", code.boards),
        ("U", f"/U{code.unrated}", bool(code.unrated)),
    )
    for letter, part, is_given in given:
        if is_given and letter not in found.variants:
            raise UnknownTieBreak("tiebreaks.variant", code=str(text), part=part)
    if code.edition and edition == "handbook":
        raise UnknownTieBreak("tiebreaks.variant", code=str(text), part=f"/V{code.edition}")
    return code


def less_is_better(code: Code, edition: str) -> bool:
    """True if of two values shown the lower one is ahead, as with places and numbers."""
    found = method(f"fide{code.edition}" if code.edition else edition, code.name)
    return found.ascending != code.reverse or code.downwards


def parse_list(
    text: str | list[str] | tuple[str | Code, ...], *, edition: str = "fide2026", compat: str = ""
) -> tuple[Code, ...]:
    parts = codes.split_list(text) if isinstance(text, str) else text
    return tuple(parse(part, edition=edition, compat=compat) for part in parts)
