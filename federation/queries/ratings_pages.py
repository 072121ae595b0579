"""A list as everybody reads it: chosen by sex, age, club, province and name; as a table, and as
files in FIDE's layouts."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from html import escape

from django.db.models import Max, QuerySet
from django.db.models.functions import Length

from federation.models import Club, ListedRating, MonthList, Province, Series
from federation.queries.people import found_by_what_is_shown, shown_names
from federation.queries.ratings_people import hidden, shorten
from tournaments.core.pieces import pieces
from tournaments.core.text import fold
from tournaments.register.search import begun_so

#: of one name in a list
MOST_NAMED = 500
#: rows of a file that are read at once
PIECE = 2000
#: by the year: so old at most, so old at least
AGES = {
    "U8": (0, 8), "U10": (0, 10), "U12": (0, 12), "U14": (0, 14), "U16": (0, 16), "U18": (0, 18),
    "U20": (0, 20), "S50": (50, 200), "S65": (65, 200),
}  # fmt: skip
#: FIDE's columns; that of the numbers and that of the names are wider in a list that needs it,
#: since every reader has the widths from this line
NUMBER, NAME = 15, 61
#: as wide as a name may be, and as our own importer takes it
WIDEST = 120
HEADER = "Fed Sex Tit  WTit OTit           FOA {month} Gms K  B-day Flag"
_WOMEN = ("WGM", "WIM", "WFM", "WCM")


@dataclass(frozen=True, slots=True)
class Choice:
    """The wanted part of a list; what is not named is not asked for."""

    sex: str = ""
    age: str = ""
    club: str = ""
    province: str = ""
    name: str = ""
    active: bool = False


def chosen(of: MonthList, choice: Choice) -> QuerySet[ListedRating]:
    """The strongest first."""
    rows = ListedRating.objects.filter(list=of)
    if choice.sex in ("w", "m"):
        rows = rows.filter(sex=choice.sex)
    if choice.age in AGES:
        youngest, oldest = AGES[choice.age]
        year = of.month.year
        rows = rows.filter(born__gte=year - oldest, born__lte=year - youngest)
    if choice.club:
        club = Club.objects.filter(code=choice.club).values_list("pk", flat=True).first()
        rows = rows.filter(club=club or 0)
    if choice.province:
        found = Province.objects.filter(slug=choice.province).values_list("pk", flat=True)
        rows = rows.filter(province=found.first() or 0)
    if choice.active:
        rows = rows.filter(inactive=False)
    if fold(choice.name).split():
        people = list(begun_so(choice.name).filter(pk__in=rows.values("player"))[:MOST_NAMED])
        shown = shown_names(people)
        told = [one.pk for one in people if found_by_what_is_shown(choice.name, shown[one.pk])]
        rows = rows.filter(player__in=told)
    return rows.order_by("-rating", "player")


def clubs_of(rows: Iterable[ListedRating]) -> dict[int, str]:
    wanted = {row.club for row in rows if row.club}
    return dict(Club.objects.filter(pk__in=wanted).values_list("pk", "name"))


# --- Files -----------------------------------------------------------------------------------


def _number(of: MonthList, row: ListedRating) -> str:
    """FIDE's lists name people by FIDE's number, the national one by the national number."""
    return row.national_id or row.fide_id if of.series == Series.NATIONAL else row.fide_id


def _rows(of: MonthList) -> Iterator[ListedRating]:
    """By name, as FIDE has it, with names as the public reads them."""
    for rows in pieces(of.rows.order_by("name", "player").iterator(PIECE), PIECE):
        yield from shorten(rows)


def shortened_in(of: MonthList) -> str:
    """A few letters that differ once somebody's name is to be shown otherwise: the one thing of
    a published list that may."""
    told = blake2b(digest_size=8)
    players = of.rows.order_by("player").values_list("player", flat=True)
    for some in pieces(players.iterator(PIECE), PIECE):
        found = hidden(some)
        told.update(repr(sorted(found.short | found.closed)).encode())
    return told.hexdigest()


def _flag(row: ListedRating) -> str:
    return ("w" if row.sex == "w" else "") + ("i" if row.inactive else "")


def _sex(row: ListedRating) -> str:
    return {"w": "F", "m": "M"}.get(row.sex, "")


def txt(of: MonthList) -> Iterator[str]:
    """FIDE's layout of a single list: fixed columns, the month above the ratings."""
    shown = ["name", "fide_id"] + ["national_id"] * (of.series == Series.NATIONAL)
    longest = of.rows.aggregate(**{f"of_{one}": Max(Length(one)) for one in shown})
    name, *numbers = ((length or 0) + 1 for length in longest.values())
    number, name = max(NUMBER, *numbers), max(NAME, min(name, WIDEST))
    month = of.month.strftime("%b%y").upper()
    yield f"{'ID Number':<{number}}{'Name':<{name}}{HEADER.format(month=month)}\n"
    for row in _rows(of):
        title, women = (row.title, row.title) if row.title in _WOMEN else (row.title, "")
        yield (
            f"{_number(of, row):<{number}}{row.name:<{name}}{row.federation:<4}{_sex(row):<4}"
            f"{title:<5}{women:<5}{'':<15}{'':<4}{row.rating:<6}{row.games:<4}"
            f"{int(row.k):<3}{row.born or '':<6}{_flag(row):<4}\n"
        )


def xml(of: MonthList) -> Iterator[str]:
    yield '<?xml version="1.0" encoding="utf-8"?>\n<playerslist>\n'
    for row in _rows(of):
        told = {
            "fideid": _number(of, row),
            "name": row.name,
            "country": row.federation,
            "sex": _sex(row),
            "title": row.title,
            "w_title": row.title if row.title in _WOMEN else "",
            "o_title": "",
            "foa_title": "",
            "rating": row.rating,
            "games": row.games,
            "k": int(row.k),
            "birthday": row.born or "",
            "flag": _flag(row),
        }
        parts = "".join(f"<{key}>{escape(str(value))}</{key}>" for key, value in told.items())
        yield f"<player>{parts}</player>\n"
    yield "</playerslist>\n"


COLUMNS = (
    "fide_id", "national_id", "name", "federation", "sex", "title", "birth_year", "club",
    "province", "rating", "games", "change", "k", "inactive",
)  # fmt: skip


def table(of: MonthList) -> Iterator[Iterable[object]]:
    """For CSV: everything that the page shows."""
    clubs = dict(Club.objects.values_list("pk", "name"))
    provinces = dict(Province.objects.values_list("pk", "name"))
    yield COLUMNS
    for row in _rows(of):
        yield (
            row.fide_id,
            row.national_id,
            row.name,
            row.federation,
            _sex(row),
            row.title,
            row.born or "",
            clubs.get(row.club or 0, ""),
            provinces.get(row.province or 0, ""),
            row.rating,
            row.games,
            "" if row.change is None else row.change,
            row.coefficient,
            "i" if row.inactive else "",
        )
