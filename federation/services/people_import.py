"""A whole list of members: read, compared with the register line by line, and after somebody has
seen the differences written by a worker, all of it or nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from federation.models import Club, Licence, Member, MemberImport, Membership, Province
from federation.services.people import QUIET, change_member, register_member
from federation.services.people_licences import issue_licence
from federation.services.people_transfers import transfer_at_once
from tournaments.core.tables import UnreadableTable, rows_of_table
from tournaments.core.text import fold, is_name, typed_day
from tournaments.kernel.acts import act
from tournaments.kernel.errors import NeedsConfirmation, Refused
from tournaments.kernel.jobs import report_progress, start_job
from tournaments.kernel.sweeping import forget
from tournaments.models import Job, RegisteredPlayer, User
from tournaments.wording.keys import KEYS

MOST_BYTES = 4 * 1024 * 1024
MOST_ROWS = 5000
SECONDS = 10
#: lines between two words about the progress
STEP = 20
#: a list that was read can be written so long
KEPT = timedelta(days=30)
#: the words of the first line, in both languages, by what they mean
HEADS = {
    "name": ("name", "ad", "ad soyad", "adi soyadi", "isim"),
    "born_on": ("birth date", "born", "dogum tarihi", "dogum"),
    "sex": ("sex", "cinsiyet"),
    "fide_id": ("fide id", "fide", "fide no", "fide numarasi"),
    "national_id": ("national number", "national id", "ulusal numara", "sicil no"),
    "club": ("club", "club code", "kulup", "kulup kodu"),
    "province": ("province", "il", "il kodu"),
    "email": ("e mail", "email", "e posta", "eposta"),
    "licence": ("licence", "licence number", "lisans", "lisans no"),
    "licence_until": ("licence until", "valid until", "lisans bitis", "gecerlilik"),
}
_MEANT = {word: name for name, words in HEADS.items() for word in words}
_SEXES = {"m": "m", "e": "m", "male": "m", "erkek": "m", "w": "w", "f": "w", "k": "w",
          "female": "w", "kadin": "w", "kiz": "w"}  # fmt: skip


def read_list(
    *, pieces: Iterable[bytes], file_name: str, size: int, by: User, province: Province | None
) -> MemberImport:
    """Keep the rows of a file; nothing of the register is touched."""
    if size > MOST_BYTES:
        raise Refused("members.too_large", field="file", most=MOST_BYTES // 1024 // 1024)
    try:
        rows = rows_of_table(pieces, seconds=SECONDS)
        head = [_MEANT.get(fold(cell), "") for cell in next(rows, [])]
        if "name" not in head:
            raise Refused("members.no_heads", field="file")
        found: list[dict[str, Any]] = []
        for number, cells in enumerate(rows, 2):
            values = {
                name: cell.replace("\0", "").strip()[:300]
                for name, cell in zip(head, cells, strict=False)
                if name
            }
            if not any(values.values()):
                continue
            if len(found) >= MOST_ROWS:
                raise Refused("members.too_many", field="file", most=MOST_ROWS)
            found.append({"line": number, **values})
    except UnreadableTable as error:
        if error.line:
            raise Refused("table.open_quotation", field="file", line=error.line) from error
        raise Refused("members.unreadable", field="file") from error
    if not found:
        raise Refused("members.empty", field="file")
    return MemberImport.objects.create(
        file_name=file_name[:120], rows=found, by=by, province=province
    )


def forget_old_lists() -> None:
    """Forget the lists that were read and never written."""
    forget(MemberImport.objects.filter(written_at=None, at__lt=timezone.now() - KEPT))


@dataclass(slots=True)
class Line:
    """A line of the file against the register."""

    number: int
    name: str
    member: Member | None = None
    values: dict[str, Any] = field(default_factory=dict)
    #: field → what is there and what would be
    changes: dict[str, tuple[str, str]] = field(default_factory=dict)
    club: Club | None = None
    licence_until: date | None = None
    #: code and values of what is wrong
    problems: list[Refused] = field(default_factory=list)

    @property
    def said(self) -> list[tuple[str, str, str]]:
        """Each difference with its name in words."""
        return [(str(KEYS.get(name, name)), had, has) for name, (had, has) in self.changes.items()]

    @property
    def kind(self) -> str:
        if self.problems:
            return "wrong"
        if self.member is None:
            return "new"
        return "changed" if self.changes else "same"


def compare(work: MemberImport) -> list[Line]:
    """Every line with what it would do. People are known by FIDE ID, by national number, by
    licence, else by name and day of birth."""
    known = _Known(work)
    lines = [_line(row, work, known) for row in work.rows]
    seen: dict[int, int] = {}
    for line in lines:
        if line.member is None or line.problems:
            continue
        if line.member.pk in seen:
            line.problems.append(Refused("members.twice", line=seen[line.member.pk]))
        seen.setdefault(line.member.pk, line.number)
    return lines


def request_writing(*, work: MemberImport, by: User) -> Job:
    """A worker writes it: every person is an act of its own, and a list has thousands."""
    with transaction.atomic():
        work = MemberImport.objects.select_for_update().get(pk=work.pk)
        _right_lines(work)
        return start_job(tournament=None, kind=Job.Kind.MEMBERS, target=work.pk, by=by)


def _right_lines(work: MemberImport) -> list[Line]:
    """All lines, of a list that can be written."""
    if work.written_at is not None:
        raise Refused("members.written_already")
    lines = compare(work)
    if wrong := [line for line in lines if line.kind == "wrong"]:
        raise Refused("members.lines_wrong", count=len(wrong), line=wrong[0].number)
    return lines


def write_list(job: Job) -> None:
    """All lines in one transaction, that of the job; with one that is wrong nothing is written."""
    by = job.created_by
    work = MemberImport.objects.select_for_update().filter(pk=job.target).first()
    if work is None or by is None:
        raise Refused("members.gone")
    lines = _right_lines(work)
    counts = {kind: sum(one.kind == kind for one in lines) for kind in ("new", "changed")}
    for done_so_far, line in enumerate(lines):
        if done_so_far % STEP == 0:
            report_progress(job, 100 * done_so_far // len(lines))
        try:
            _write(line, by)
        except Refused as error:
            raise Refused("members.line_wrong", line=line.number, why=str(error)) from error
    with act("members.loaded", by, by=by, quiet=QUIET) as done:
        work.written_at, work.counts = timezone.now(), counts
        work.save(update_fields=["written_at", "counts"])
        done.record(work, label=work.file_name, after=counts)


class _Known:
    """The people, clubs and provinces that the file names, in a handful of questions."""

    def __init__(self, work: MemberImport) -> None:
        rows = work.rows
        self.clubs = {one.code: one for one in Club.objects.filter(code__in=_all(rows, "club"))}
        self.provinces = {one.code: one for one in Province.objects.all()} | {
            fold(one.name): one for one in Province.objects.all()
        }
        people = RegisteredPlayer.objects.select_related("member__club", "member__province")
        fide, national = _all(rows, "fide_id"), _all(rows, "national_id")
        self.by_fide = {one.fide_id: one for one in people.filter(fide_id__in=fide) if fide}
        self.by_national = {
            one.national_id: one
            for one in people.filter(federation="TUR", national_id__in=national)
            if national
        }
        licences = Licence.objects.filter(number__in=_all(rows, "licence"))
        self.by_licence = {
            one.number: one.player
            for one in licences.select_related("player__member__club", "player__member__province")
        }
        born = {day for row in rows if (day := _day(row.get("born_on", "")))}
        self.by_birth = {
            (one.player.search_key, one.born_on): one.player
            for one in Member.objects.filter(born_on__in=born).select_related(
                "player__member__club", "player__member__province"
            )
        }
        self.until = dict(
            Licence.objects.filter(
                player__in=[
                    one.pk
                    for found in (self.by_fide, self.by_national, self.by_licence, self.by_birth)
                    for one in found.values()
                ],
                category=Licence.Category.PLAYER,
                withdrawn_at=None,
            )
            .order_by("valid_until")
            .values_list("player_id", "valid_until")
        )

    def person(self, row: Mapping[str, Any]) -> RegisteredPlayer | None:
        return (
            self.by_fide.get(row.get("fide_id") or "-")
            or self.by_national.get(row.get("national_id") or "-")
            or self.by_licence.get(row.get("licence") or "-")
            or self.by_birth.get((fold(row.get("name", "")), _day(row.get("born_on", ""))))
        )


def _all(rows: list[dict[str, Any]], name: str) -> set[str]:
    return {value for row in rows if (value := row.get(name, ""))}


def _day(text: str) -> date | None:
    day = typed_day(text)
    return date.fromisoformat(day) if day else None


def _line(row: Mapping[str, Any], work: MemberImport, known: _Known) -> Line:
    name = " ".join(str(row.get("name", "")).split())[:120]
    line = Line(int(row["line"]), name)
    if not name or not is_name(name):
        line.problems.append(Refused("members.no_name"))
    values: dict[str, Any] = {"name": name}
    _read_day(row, "born_on", values, line)
    if sex := row.get("sex"):
        if fold(sex) in _SEXES:
            values["sex"] = _SEXES[fold(sex)]
        else:
            line.problems.append(Refused("members.what_sex", value=sex))
    for number in ("fide_id", "national_id"):
        if row.get(number):
            values[number] = row[number][:20]
    if (fide := values.get("fide_id")) and not (fide.isdecimal() and len(fide) <= 11):
        line.problems.append(Refused("members.what_number", value=fide))
    if email := row.get("email"):
        if "@" in email and " " not in email and len(email) <= 254:
            values["email"] = email
        else:
            line.problems.append(Refused("members.what_email", value=email))
    if code := row.get("club"):
        line.club = known.clubs.get(code)
        if line.club is None:
            line.problems.append(Refused("members.what_club", value=code))
    if place := row.get("province"):
        values["province"] = known.provinces.get(place) or known.provinces.get(fold(place))
        if values["province"] is None:
            line.problems.append(Refused("members.what_province", value=place))
    until: dict[str, Any] = {}
    _read_day(row, "licence_until", until, line)
    line.licence_until = until.get("licence_until")
    player = known.person(row)
    line.member = getattr(player, "member", None) if player else None
    line.values = values | ({"licence": row["licence"][:20]} if row.get("licence") else {})
    if player is not None and line.member is None:
        line.member = Member(player=player)  # of a rating list, not a member yet
    _guard_province(line, work)
    _differences(line, known)
    return line


def _read_day(row: Mapping[str, Any], name: str, values: dict[str, Any], line: Line) -> None:
    if text := row.get(name):
        values[name] = _day(text)
        if values[name] is None or not 1900 <= values[name].year <= 2100:
            line.problems.append(Refused("members.what_day", value=text))


def _guard_province(line: Line, work: MemberImport) -> None:
    """A delegate's list touches the own province alone."""
    if work.province_id is None:
        return
    there = line.member.province_id if line.member is not None else None
    wanted = line.values.get("province")
    of_club = line.club.province_id if line.club is not None else None
    foreign = {there, wanted.pk if wanted else None, of_club} - {None, work.province_id}
    if foreign or (line.member is not None and there is None):
        line.problems.append(Refused("members.other_province"))
    elif line.member is None:
        line.values.setdefault("province", work.province)


def _differences(line: Line, known: _Known) -> None:
    member = line.member
    for name, value in line.values.items():
        if name == "licence":
            continue
        had = ""
        if member is not None:
            holder = member.player if name in ("name", "sex", "fide_id", "national_id") else member
            had = getattr(holder, name)
        if str(had or "") != str(value or ""):
            line.changes[name] = (str(had or "–"), str(value))
    if line.club is not None and (member is None or member.club_id != line.club.pk):
        had_club = member.club.name if member is not None and member.club else "–"
        line.changes["club"] = (had_club, line.club.name)
    if line.licence_until is not None:
        until = known.until.get(member.pk) if member is not None else None
        if until is None or until < line.licence_until:
            line.changes["valid_until"] = (str(until or "–"), str(line.licence_until))


def _write(line: Line, by: User) -> None:
    values = {name: value for name, value in line.values.items() if name != "licence"}
    if line.kind == "same":
        return
    if line.member is None:
        member = _registered(values, by)
    else:
        member = line.member
        if member._state.adding:
            member.save()
        change_member(member=member, values=values, by=by)
    today = timezone.localdate()
    if "club" in line.changes and line.club is not None:
        _into_club(member, line.club, today, by)
    if "valid_until" in line.changes and line.licence_until is not None:
        until = line.licence_until
        issue_licence(
            member=member, category=Licence.Category.PLAYER, valid_from=min(today, until),
            valid_until=until, number=line.values.get("licence", ""), by=by,
        )  # fmt: skip


def _registered(values: dict[str, Any], by: User) -> Member:
    """The differences were shown, and somebody said yes to them."""
    try:
        return register_member(values=values, by=by)
    except NeedsConfirmation as asked:
        return register_member(values=values, by=by, confirmed=asked.token)


def _into_club(member: Member, club: Club, today: date, by: User) -> None:
    latest = Membership.objects.filter(player_id=member.pk).order_by("-from_on").first()
    if latest is not None and latest.from_on >= today:
        raise Refused("transfer.before_the_last", day=str(latest.from_on))
    member.refresh_from_db()
    transfer_at_once(member=member, to_club=club, on=today, by=by)
