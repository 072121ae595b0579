"""Record 192: the encoded tournament type, and the system it stands for."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairing.formats import DEFAULT, FORMATS, Format, find, having, keys
from pairing.sentences import Said

if TYPE_CHECKING:
    from pairing.trf.document import TrfDocument

Options = tuple[tuple[str, str | int | bool], ...]

#: from this day the text of FIDE_DUTCH is that of FIDE_DUTCH_2025
DUTCH_2025_SINCE = "2025/07/01"

_ROUND_ROBIN = re.compile(
    r"(?:BERGER|FIDE)_(DOUBLE)?ROUNDROBIN(?:_G([1-9]))?|CUSTOM_ROUNDROBIN", re.ASCII
)
#: C.04.6: the type of preferences, the primary score and the one used for colours
_TEAM_SWISS = re.compile(
    r"(?P<teams>FIDE_TEAM)(?:_TYPE(?P<type>[AB]))?(?:_(?P<scores>MP_GP|GP_MP|MP|GP))?"
    r"(?P<baku>_BAKU)?",
    re.ASCII,
)
_KNOWN = re.compile(
    r"FIDE_DUTCH(_2017|_2025|_2026)?(_BAKU)?|FIDE_(DUBOV|BURSTEIN|DOUBLESWISS)(_BAKU)?"
    r"|CUSTOM_(SWISS|DOUBLESWISS|ROUNDROBIN|SCHILLER|SCHEVENINGEN|KNOCKOUT)"
    r"|(BERGER|FIDE)_(TEAM_)?(DOUBLE)?ROUNDROBIN(_G[1-9])?"
    r"|FIDE_SCHILLER(_[1-9][0-9]*X[1-9][0-9]*)?"
    r"|FIDE_SCHEVENINGEN(_G[1-9])?|FIDE_DOUBLESCHEVENINGEN"
    r"|FIDE_TEAM((_TYPE[AB])?_(MP_GP|GP_MP|MP|GP)(_BAKU)?)?|FIDE_TEAM_BAKU"
    r"|CUSTOM_TEAM_(SWISS(_MP|_GP)?|ROUNDROBIN|KNOCKOUT)",
    re.ASCII,
)


@dataclass(frozen=True, slots=True)
class Choice:
    """The system for a document. `note` says where it is not the one that the code names."""

    system: str
    options: Options = ()
    note: Said | None = None


@dataclass(frozen=True, slots=True)
class TeamSwiss:
    """The type of a Swiss of teams, as record 192 says it."""

    system: str
    options: dict[str, str | int | bool]
    primary: str  # "MP" or "GP"


def team_swiss_of(code: str) -> TeamSwiss | None:
    """None if the code names no Swiss of teams by FIDE's rules. `FIDE_TEAM` alone is type A with
    match points before game points."""
    match = _TEAM_SWISS.fullmatch(code.upper())
    if match is None:
        return None
    scores = match["scores"] or "MP_GP"
    kind = match["type"] or ("" if match["scores"] else "A")
    (chosen,) = having(trf_code=match["teams"])
    options: dict[str, str | int | bool] = {
        "preferences": {"A": "type_a", "B": "type_b", "": "no_preferences"}[kind],
        "second_score": "_" in scores,
    }
    return TeamSwiss(chosen.key, options, scores[:2])


def team_swiss_in(document: "TrfDocument") -> TeamSwiss | None:
    """As `team_swiss_of`, or what a line `### System` names where record 192 has no type for it."""
    code = document.type_code.upper()
    if found := team_swiss_of(code):
        return found
    named, stated = _stated(document.comments)
    if not code.startswith("CUSTOM_TEAM_SWISS") or not named:
        return None
    chosen = find(named)
    if not (chosen.swiss and chosen.pairs_teams):
        return None
    return TeamSwiss(chosen.key, stated, "GP" if code.endswith("_GP") else "MP")


def is_known(code: str) -> bool:
    return _KNOWN.fullmatch(code.upper()) is not None


def code_of_text(text: str, players: int = 0, rounds: int = 0) -> str:
    """The type meant by the free text of record 092; "" if it does not say."""
    upper = text.upper().strip()
    if is_known(upper):
        return "FIDE_DUTCH_2025" + upper[15:] if upper.startswith("FIDE_DUTCH_2026") else upper
    team = "TEAM" in upper
    double = "DOUBLE" in upper
    if re.search(r"\bRR\b|ROBIN|BERGER", upper):
        # The text seldom says how often everybody meets; the number of rounds does.
        cycle = max(players - 1 + players % 2, 1)
        cycles = rounds // cycle if not team and rounds % cycle == 0 else 0
        if 2 < cycles < 10:
            return f"BERGER_ROUNDROBIN_G{cycles}"
        kind = "DOUBLEROUNDROBIN" if double or cycles == 2 else "ROUNDROBIN"
        return f"BERGER_TEAM_{kind}" if team else f"BERGER_{kind}"
    if "SWISS" in upper:
        if team:
            return "CUSTOM_TEAM_SWISS"
        if double:
            return "CUSTOM_DOUBLESWISS"
        for word in ("DUBOV", "BURSTEIN"):
            if word in upper:
                return f"FIDE_{word}"
        if "LIM" in _words(text):
            return "CUSTOM_SWISS"
        return "FIDE_DUTCH_2025"
    return ""


def plays_in_teams(document: "TrfDocument") -> bool:
    """Records 013 are of an event of teams, unless the file says that it is one of players; a
    file that does not say is one of teams if in every round each of them meets one other."""
    if document.teams or not document.rosters:
        return bool(document.teams)
    told = f"{document.type_text} {document.type_code}".upper()
    if "TEAM" in told:
        return True
    if document.type_text or document.type_code:
        return False
    of = {number: place for place, one in enumerate(document.rosters) for number in one.players}
    for number in range(1, document.begun_rounds + 1):
        met: dict[int, set[int]] = {}
        for white, black, _code in document.games(number):
            if white not in of or black not in of or of[white] == of[black]:
                return False
            met.setdefault(of[white], set()).add(of[black])
            met.setdefault(of[black], set()).add(of[white])
        if any(len(others) > 1 for others in met.values()):
            return False
    return True


def choice_of(document: "TrfDocument") -> Choice:
    """The system a document was, or is to be, paired by."""
    code = document.type_code.upper()
    match = _ROUND_ROBIN.fullmatch(code)
    table: dict[str, str | int | bool] = {}
    if match:
        double, cycles = match.groups()
        count = int(cycles) if cycles else 2 if double else 1
        if count > 1:
            # Only FIDE_DOUBLEROUNDROBIN exchanges the last two rounds of the first cycle.
            table = {"cycles": count, "swap_last_two": code == "FIDE_DOUBLEROUNDROBIN"}
    named, stated = _stated(document.comments)
    if named:
        options = (table if find(named).cycles else {}) | stated
        return Choice(named, tuple(options.items()))
    if match:
        (berger,) = having(trf_code="BERGER_ROUNDROBIN")
        return Choice(berger.key, tuple(table.items()))
    if teams := team_swiss_of(code):
        return Choice(teams.system, tuple(teams.options.items()))
    base = code.removesuffix("_BAKU")
    if not base:
        return Choice(DEFAULT)
    if base == "FIDE_DUTCH_2026":
        return Choice(DEFAULT)
    if base == "FIDE_DUTCH":
        date = document.start_date
        if date and date < DUTCH_2025_SINCE:
            return Choice(DEFAULT, (), Said("note.edition", {"code": code, "date": date}))
        return Choice(DEFAULT)
    # FIDE's own type says nothing of how a match stands in a report: both are read alike.
    base = base.replace("FIDE_DOUBLESWISS", "CUSTOM_DOUBLESWISS")
    for found in having(trf_code=base):
        return Choice(found.key)
    if base == "CUSTOM_SWISS":
        words = set(_words(document.type_text))
        for found in FORMATS.values():
            if found.trf_name and found.trf_name in words:
                return Choice(found.key, _told(found, document.comments))
    for found in having(stands_in_for=base):
        values = {"code": code, "system": found.key}
        return Choice(found.key, (), Said("note.judged_by", values))
    return Choice(DEFAULT, (), Said("note.taken_instead", {"code": code, "system": DEFAULT}))


def games_a_round(document: "TrfDocument") -> int:
    """So many games two opponents play with each other in a round of this tournament."""
    return 1 if document.teams else find(choice_of(document).system).games_a_round


def _stated(comments: tuple[str, ...]) -> tuple[str, dict[str, str | int | bool]]:
    """Lines `### System: key` and, below it, `### Option: name=value`, for what record 192
    cannot say."""
    system = ""
    options: dict[str, str | int | bool] = {}
    for comment in comments:
        word, _, value = comment[3:].strip().partition(":")
        value = value.strip()
        if word == "System" and value in keys(pairs_rounds=True):
            system = value
        elif system and word == "Option" and "=" in value:
            name, _, text = value.partition("=")
            options[name.strip()] = _option_value(text.strip())
    return system, options


def _words(text: str) -> list[str]:
    return re.split(r"[^A-Z]+", text.upper())


def _told(chosen: Format, comments: tuple[str, ...]) -> Options:
    """`### maxi-tournament: yes`, as a report says it whose type no code names."""
    told = any(re.match(r"### *maxi-tournament: *yes\b", comment) for comment in comments)
    return (("maxi", True),) if told and chosen.option("maxi") else ()


def _option_value(text: str) -> str | int | bool:
    if text in ("yes", "no"):
        return text == "yes"
    if text.isascii() and text.isdigit() and len(text) < 9:
        return int(text)
    return text


def code_for(
    system: str, *, baku: bool = False, options: Options = ()
) -> tuple[str, tuple[str, ...]]:
    """Record 192 for a system, and the comment lines that say what the code cannot."""
    values = dict(options)
    chosen = find(system)
    own = chosen.pairs_players and chosen.trf_code
    if own and chosen.cycles:
        cycles = int(values.pop("cycles", 1))
        swap = bool(values.pop("swap_last_two", False))
        if cycles == 2 and swap:
            code = "FIDE_DOUBLEROUNDROBIN"
        elif cycles == 2:
            code = "BERGER_DOUBLEROUNDROBIN"
        else:
            code = f"BERGER_ROUNDROBIN_G{cycles}" if cycles > 1 else "BERGER_ROUNDROBIN"
            if swap and cycles > 1:
                values["swap_last_two"] = True
    elif own:
        code = f"{own}_BAKU" if baku and not own.startswith("CUSTOM") else own
    else:
        code = "CUSTOM_SWISS"
    if own and not values:
        return code, ()
    comments = [f"### System: {system}"]
    for name, value in values.items():
        text = ("yes" if value else "no") if isinstance(value, bool) else str(value)
        comments.append(f"### Option: {name}={text}")
    return code, tuple(comments)


def code_for_teams(
    system: str, options: Mapping[str, object], *, primary: str = "MP", baku: bool = False
) -> str:
    """Record 192 of an event of teams. `primary`: the score that ranks, "MP" or "GP"."""
    chosen = find(system)
    if chosen.swiss:
        return _code_of_swiss(chosen, options, primary, baku)
    code = chosen.trf_code or "CUSTOM_TEAM_ROUNDROBIN"
    double = chosen.cycles and options.get("cycles") == 2
    return code.replace("_ROUNDROBIN", "_DOUBLEROUNDROBIN") if double else code


def _code_of_swiss(chosen: Format, options: Mapping[str, object], primary: str, baku: bool) -> str:
    if not chosen.trf_code:
        return f"CUSTOM_TEAM_SWISS_{primary}"
    kind = chosen.value("preferences", dict(options))
    letter = {"type_a": "_TYPEA", "type_b": "_TYPEB"}.get(kind, "")
    scores = f"_{primary}"
    if chosen.value("second_score", dict(options)):
        scores += "_GP" if primary == "MP" else "_MP"
    return f"{chosen.trf_code}{letter}{scores}{'_BAKU' if baku else ''}"
