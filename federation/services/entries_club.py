"""A club enters its players from a list: every line read, matched with the register and checked,
then all of them entered or none, with one invoice."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from federation.core.entries import Player, chosen, why_not
from federation.models import Booking, CalendarEvent, Charge, Club, Member, Section
from federation.queries.entries import (
    birth_date_of,
    entered_already,
    fee_in,
    licence_missing,
    limits_of,
    tournament_like,
)
from federation.services import entries_mails as mails
from federation.services.entries import (
    Applicant,
    Contact,
    booking_act,
    give_link,
    guard_allowed,
    guard_open,
    new_booking,
    record,
)
from federation.services.entries_line import admit
from federation.wording.entries import amount_text
from tournaments.core.kinds import Kind, kind_of
from tournaments.core.tables import decode, table_rows
from tournaments.core.text import fold
from tournaments.kernel.errors import Refused
from tournaments.models import RegisteredPlayer, User
from tournaments.services.entries.importing import (
    LARGEST_FILE,
    ImportPreview,
    not_read,
    not_text,
    preview_of,
    sheet_rows,
)
from tournaments.services.entries.list_lines import ImportLine
from tournaments.wording import sentence

#: players of one list
MOST = 300


@dataclass(frozen=True, slots=True)
class Offer:
    """A section that the rules open to a player, with their fee."""

    section: Section
    fee: str


@dataclass
class ClubLine:
    """A line of the list, with the section and the fee, or with what is wrong."""

    number: int
    name: str
    applicant: Applicant
    section: Section | None = None
    fee: str = ""
    #: every section they may play in, the narrowest first
    offers: list[Offer] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)


@dataclass
class ClubPreview:
    lines: list[ClubLine]
    problem: str = ""
    text: str = ""
    notes: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return bool(self.lines) and not self.problem and not self.bad

    @property
    def bad(self) -> list[ClubLine]:
        return [line for line in self.lines if line.problems]

    @property
    def mistakes_first(self) -> list[ClubLine]:
        return sorted(self.lines, key=lambda line: not line.problems)

    def rows(self) -> list[dict[str, Any]]:
        """As they are sealed until the club says yes."""
        return [
            {
                "line": line.number,
                "player": line.applicant.player.pk if line.applicant.player else 0,
                "name": line.applicant.name,
                "birth_date": line.applicant.birth_date,
                "sex": line.applicant.sex,
                "federation": line.applicant.federation,
                "section": line.section.pk if line.section else 0,
            }
            for line in self.lines
        ]


def read_list(calendar: CalendarEvent, club: Club, *, text: str, file: bytes = b"") -> ClubPreview:
    """The list that a club pasted or sent, line by line."""
    found = _preview(calendar, text, file)
    if found.problem or found.question:
        problem = found.problem or _("Write the birth dates as day.month.year.")
        return ClubPreview([], problem, found.text or text)
    if len(found.lines) > MOST:
        problem = _("The list has more than %(most)s lines. Split it into parts.")
        return ClubPreview([], problem % {"most": MOST}, found.text or text)
    return ClubPreview(_checked(calendar, club, found.lines), "", found.text or text, found.notes)


#: what a program says of a player, as a table has it
_HEADS = {
    "name": "name", "fide_id": "fide id", "birth_date": "birth date", "sex": "sex",
    "federation": "federation",
}  # fmt: skip


def read_rows(calendar: CalendarEvent, club: Club, rows: list[dict[str, Any]]) -> ClubPreview:
    """Players whom a program names, by the reader of the list. `player` is the number of a member
    of the club: by the numbers of others their names could be read."""
    asked = {row["player"] for row in rows if row.get("player")}
    known = RegisteredPlayer.objects.filter(member__club=club).in_bulk(asked)
    table = [list(_HEADS.values())]
    for row in rows:
        player = known.get(row.get("player", 0))
        cells = row | ({"name": player.name} if player else {})
        table.append([str(cells.get(name, "")) for name in _HEADS])
    found = preview_of(table, tournament_like(calendar), may_be_here=True)
    if found.problem or found.question:
        return ClubPreview([], found.problem or _("Write the birth dates as day.month.year."))
    read = {line.number: line for line in found.lines}
    lines: list[ImportLine] = []
    for number, row in enumerate(rows, start=1):
        line = read.get(number + 1)  # below the heads
        if line is None:
            line = ImportLine(
                number, {"name": row.get("name", "")}, [_("This is no name of a player.")]
            )
        line.number = number
        line.values["section"] = row.get("section", "")
        if key := row.get("player"):
            line.values["player_id"] = key
            if key not in known:
                line.problems = [_("The club has no member of this number.")]
        lines.append(line)
    return ClubPreview(_checked(calendar, club, lines))


def _checked(calendar: CalendarEvent, club: Club, read: Iterable[ImportLine]) -> list[ClubLine]:
    """Each line against the rules, and against those above it."""
    sections = list(calendar.sections.all())
    lines = [_line(calendar, club, sections, line) for line in read]
    seen = set()
    for line in lines:
        player = line.applicant.player
        if player is not None and player.pk in seen and not line.problems:
            line.problems.append(_("%(name)s is on this list twice.") % {"name": player.name})
        seen.add(player.pk if player else 0)
    return lines


def _preview(calendar: CalendarEvent, text: str, file: bytes) -> ImportPreview:
    """By the reader of the tournaments' lists."""
    like = tournament_like(calendar)
    if not file:
        if "\0" in text or len(text.encode(errors="replace")) > LARGEST_FILE:
            return ImportPreview([], _("The list is larger than 2 MB. Split it into parts."))
        return preview_of(table_rows(text, names_alone=True), like, may_be_here=True)
    kind = kind_of(file)
    if problem := not_read(kind):
        return ImportPreview([], problem)
    if kind is Kind.SHEET:
        rows, problem = sheet_rows(file)
        return ImportPreview([], problem) if problem else preview_of(rows, like, may_be_here=True)
    said = decode(file)
    if problem := not_text(said):
        return ImportPreview([], problem)
    return preview_of(table_rows(said, names_alone=True), like, may_be_here=True)


def _line(
    calendar: CalendarEvent, club: Club, sections: list[Section], read: ImportLine
) -> ClubLine:
    values = read.values
    line = ClubLine(read.number, values.get("name", ""), Applicant(), remarks=list(read.remarks))
    line.problems += read.problems
    if read.problems:
        return line
    player = _player(club, values, line)
    if player is not None:
        line.applicant = Applicant.of_register(player, calendar)
        line.name = player.name
        line.remarks = []  # what the list said of them: the register counts
        if (other := _other_club(player, club)) is not None:
            said = _(
                "%(name)s is a member of %(club)s, which enters them, or they do so themselves."
            )
            line.problems.append(said % {"name": player.name, "club": other.name})
    else:
        line.applicant = Applicant(
            name=values["name"],
            birth_date=values["birth_date"],
            sex=values["sex"],
            federation=values["federation"] or "TUR",
            club_name=club.name,
        )
        if not line.problems and len(values["birth_date"]) < len("2009-05-31"):
            line.remarks = [said for said in line.remarks if said != read.namesakes]
            line.problems.append(
                read.namesakes or _("Not in the register: give the whole birth date.")
            )
    if not line.problems:
        _choose(calendar, sections, line, values.get("section", ""))
    return line


def _player(club: Club, values: dict[str, Any], line: ClubLine) -> RegisteredPlayer | None:
    """Of the register: as the reader found them, or the one of this name in the club."""
    if key := values.get("player_id"):
        return RegisteredPlayer.objects.select_related("member").get(pk=key)
    words = sorted(fold(values["name"]).split())
    own = [
        one.player
        for one in Member.objects.filter(club=club).select_related("player__member")
        if sorted(one.player.search_key.split()) == words
        and birth_date_of(one.player)[:4] in ("", values["birth_date"][:4] or one.player.birth_date)
    ]
    if len(own) > 1:
        line.problems.append(_("Several members of the club have this name: give the licence ID."))
    return own[0] if len(own) == 1 else None


def _other_club(player: RegisteredPlayer, club: Club) -> Club | None:
    """The club of a player who is a member elsewhere."""
    member: Member | None = getattr(player, "member", None)
    return member.club if member is not None and member.club_id not in (None, club.pk) else None


def _choose(calendar: CalendarEvent, sections: list[Section], line: ClubLine, wish: str) -> None:
    """The section by the rules, or that of the name wished; and everything that keeps them out."""
    one, year = line.applicant, calendar.starts_on.year
    if entered_already(calendar, one.player, one.name, one.birth_date):
        line.problems.append(sentence("entering.already", {"name": one.name}))
        return
    if (missing := licence_missing(calendar, one.player)) is not None:
        line.problems.append(sentence(missing.code, missing.values))
        return
    meant = [each for each in sections if not wish or fold(each.name) == fold(wish)]
    if not meant:
        names = ", ".join(each.name for each in sections)
        values = {"name": wish[:80], "names": names}
        line.problems.append(
            _("There is no section “%(name)s” here. There are: %(names)s.") % values
        )
        return
    fit = chosen(one.facts, [limits_of(each) for each in meant], year)
    if not fit:
        line.problems.append(_no_section(one.facts, meant, year))
        return
    known = {each.pk: each for each in meant}
    line.offers = [_offer(calendar, known[limits.key], one.facts) for limits in fit]
    line.section, line.fee = line.offers[0].section, line.offers[0].fee
    if one.player is None:
        line.remarks.append(_("Not in the register: the registrar adds them."))


def _offer(calendar: CalendarEvent, section: Section, player: Player) -> Offer:
    return Offer(section, amount_text(fee_in(calendar, section, player), calendar.currency))


def _no_section(player: Player, sections: Iterable[Section], year: int) -> str:
    told = []
    for one in sections:
        if (rule := why_not(player, limits_of(one), year)) is not None:
            told.append(f"{one.name}: {sentence(rule.code, rule.values)}")
    return " ".join(told) or sentence("entering.no_section", {})


# --- Enter ----------------------------------------------------------------------------------------


def enter_club(
    *, calendar: CalendarEvent, club: Club, rows: list[dict[str, Any]], by: User | None, email: str,
    language: str,
) -> list[Booking]:  # fmt: skip
    """All lines of a list that was looked at, or none; who finds no place waits. Whoever
    enters them answers for the consent of the parents."""
    with booking_act("booking.by_club", calendar, by) as (done, line):
        guard_open(line.calendar, line.now)
        contact = Contact(email, language, club.name, True)
        bookings = []
        for row in rows:
            applicant = _applicant(line.calendar, club, row)
            section = line.sections.get(row["section"])
            if section is None:
                raise Refused("entering.no_section")
            guard_allowed(line.calendar, section, applicant)
            booking = new_booking(line.calendar, section, applicant, contact, line.now)
            booking.club = club
            booking.club_name = applicant.club_name or club.name
            booking.save()
            give_link(booking, line.now)
            admit(line, [booking])
            record(done, booking)
            bookings.append(booking)
        if not bookings:
            raise Refused("club.nobody")
        invoice = Charge.objects.filter(lines__booking__in=bookings).first()
        done.record(
            line.calendar,
            label=club.name,
            after={"entries": len(bookings), "reference": invoice.reference if invoice else ""},
        )
        mails.tell(bookings)
        return bookings


def _applicant(calendar: CalendarEvent, club: Club, row: dict[str, Any]) -> Applicant:
    if row["player"]:
        player = RegisteredPlayer.objects.select_related("member").get(pk=row["player"])
        return Applicant.of_register(player, calendar)
    return Applicant(
        name=row["name"],
        birth_date=row["birth_date"],
        sex=row["sex"],
        federation=row["federation"],
        club_name=club.name,
    )
