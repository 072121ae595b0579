"""Members of the federation: put into the register, changed, hidden, remembered."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Case, F, When

from federation.models import Member, Membership, Privacy
from federation.queries.people_desk import possible_doubles
from tournaments.core.text import fold
from tournaments.kernel.acts import act
from tournaments.kernel.errors import Reason, Refused
from tournaments.kernel.log import changed
from tournaments.models import LogEntry, RegisteredPlayer, RegisterWord, User

QUIET = "no page of an event shows it"
OF_PLAYER = ("name", "title", "sex", "federation", "fide_id", "national_id")
OF_MEMBER = ("born_on", "province", "email", "parent_name", "parent_email")
#: lines of the history after which ratings of the register are others
LISTS = {"register.list_loaded", "register.list_taken_back", "ratings.published"}
#: never in words of the history: who may read it need not know them
_SECRET = {"email", "parent_email", "parent_name", "born_on"}


def strength_of(player: RegisteredPlayer) -> int:
    return player.standard or player.national


def register_member(*, values: Mapping[str, Any], by: User, confirmed: str = "") -> Member:
    """Somebody who is in no list yet. Those who may be the same person are asked about first."""
    with act("member.registered", by, by=by, confirmed=confirmed, quiet=QUIET) as done:
        done.require("member.registered", level=3, reasons=_doubles(values))
        player = RegisteredPlayer(search_key=fold(values["name"]))
        for name in OF_PLAYER:
            setattr(player, name, values.get(name) or "")
        player.federation = player.federation or "TUR"
        player.birth_date = _year(values.get("born_on"))
        _save(player)
        member = Member(player=player)
        for name in OF_MEMBER:
            if name in values:
                setattr(member, name, values[name])
        member.save()
        _add_words(player)
        done.record(player, label=player.name, after=_said(values))
        return member


def enrol(*, player: RegisteredPlayer, province: Any, by: User) -> Member:
    """Somebody of the rating lists becomes a member."""
    with act("member.enrolled", player, by=by, quiet=QUIET) as done:
        player = done.row
        member, made = Member.objects.get_or_create(
            player=player, defaults={"province": province, "strength": strength_of(player)}
        )
        if not made:
            return done.nothing(member)
        done.record(player, label=player.name)
        return member


def change_member(*, member: Member, values: Mapping[str, Any], by: User | None) -> Member:
    with act("member.changed", member.player, by=by, quiet=QUIET) as done:
        player = done.row
        member = _locked(player)
        before, after = changed(player, {n: values[n] for n in OF_PLAYER if n in values})
        more = changed(member, {n: values[n] for n in OF_MEMBER if n in values})
        if not before and not more[0]:
            return done.nothing(member)
        if "born_on" in more[0]:
            player.birth_date = _year(member.born_on) or player.birth_date
        player.search_key = fold(player.name)
        _save(player)
        member.save()
        _add_words(player)
        done.record(
            player,
            label=player.name,
            before=_said(before | more[0]),
            after=_said(after | more[1]),
        )
        return member


def set_privacy(
    *, member: Member, privacy: str, noindex: bool, by: User | None, by_link: bool = False
) -> None:
    """Hide the page or shorten the name, or show both again; results of events stay."""
    if privacy not in Privacy.values:
        raise Refused("member.unknown_privacy")
    with act("member.privacy", member.player, by=by, quiet=QUIET) as done:
        member = _locked(done.row)
        before, after = changed(member, {"privacy": privacy, "noindex": noindex})
        if not after:
            return done.nothing()
        member.save(update_fields=["privacy", "noindex"])
        reason = "link" if by_link else ""
        done.record(done.row, label=done.row.name, before=before, after=after, reason=reason)


def note_death(*, member: Member, on: date | None, by: User, confirmed: str = "") -> None:
    """They leave their club with that day; None takes it back, and the club is theirs again."""
    with act("member.died", member.player, by=by, confirmed=confirmed, quiet=QUIET) as done:
        player, member = done.row, _locked(done.row)
        if member.died_on == on:
            return done.nothing()
        if on is not None and on > date.today():
            raise Refused("member.in_the_future", field="died_on")
        if on is not None:
            done.require(
                "member.died",
                level=3,
                reasons=[Reason("member.died_effect", {"name": player.name})],
            )
        if member.died_on is not None:
            _give_club_back(member, member.died_on)
        if on is not None:
            open_ = Membership.objects.filter(player=player, until_on=None).first()
            if open_ is not None:
                open_.until_on = max(on, open_.from_on)
                open_.save(update_fields=["until_on"])
            member.club = None
        before = {"died_on": str(member.died_on)} if member.died_on else None
        member.died_on = on
        member.save(update_fields=["died_on", "club"])
        done.record(player, label=player.name, before=before, after={"died_on": str(on or "")})


def refresh_strengths() -> int:
    """The rating by which members are listed, after the lists changed; how many it moved."""
    wanted = Case(
        When(player__standard__gt=0, then=F("player__standard")), default=F("player__national")
    )
    differing = Member.objects.annotate(wanted=wanted).exclude(strength=F("wanted"))
    moved = [Member(pk=pk, strength=now) for pk, now in differing.values_list("pk", "wanted")]
    Member.objects.bulk_update(moved, ["strength"], batch_size=2000)
    return len(moved)


def hear_of_lists(line: LogEntry) -> None:
    """A listener of the history: new lists give members another place on theirs."""
    if line.act in LISTS:
        transaction.on_commit(refresh_strengths)


# --- Steps ----------------------------------------------------------------------------------------


def _locked(player: RegisteredPlayer) -> Member:
    return Member.objects.select_for_update(of=("self",)).get(pk=player.pk)


def _give_club_back(member: Member, died_on: date) -> None:
    """The membership that ended with the death, if the club is still there, was never ended."""
    last = member.player.memberships.select_related("club").order_by("-from_on").first()
    if last is not None and last.until_on == max(died_on, last.from_on) and not last.club.closed_on:
        last.until_on = None
        last.save(update_fields=["until_on"])
        member.club = last.club


def _save(player: RegisteredPlayer) -> None:
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        field = "fide_id" if "register_fide_id_once" in str(error) else "national_id"
        raise Refused("member.number_taken", field=field) from error


def _add_words(player: RegisteredPlayer) -> None:
    """Words that a mistyped one of the search may have been."""
    words = [RegisterWord(word=word) for word in sorted(set(player.search_key.split()))]
    RegisterWord.objects.bulk_create(words, ignore_conflicts=True)


def _year(born_on: Any) -> str:
    """The register, which entries are made from, needs no more than the year."""
    return str(born_on.year) if born_on else ""


def _doubles(values: Mapping[str, Any]) -> list[Reason]:
    born = values.get("born_on")
    same = possible_doubles(values["name"], born.year if born else None)
    return [
        Reason(
            "member.may_be_double",
            {"name": one.name, "year": one.birth_date[:4] or "–", "number": one.pk},
        )
        for one in same
    ]


def _said(values: Mapping[str, Any]) -> dict[str, Any]:
    """For the history: contacts and days of birth are not repeated there."""
    return {
        name: "…" if name in _SECRET else str(value)
        for name, value in values.items()
        if value not in (None, "")
    }
