"""Qualification: the rankings behind the quotas, the places, and the reason of each."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from federation.core.cups import Ages
from federation.core.qualification import Candidate, Places, Slot, fill
from federation.models import (
    Member,
    PlayerResult,
    Province,
    Qualification,
    QualifiedAnswer,
    Quota,
)
from federation.queries.cups import cup_table
from federation.queries.people import ShownName, shown_names
from tournaments.models import RegisteredPlayer, Tournament
from tournaments.queries.standings.table import standings_table
from tournaments.wording.numbers import decimal_if_number, for_programs

#: so far down a ranking is kept; of each province where each has places of its own
LONGEST = 600
LONGEST_OF_PROVINCE = 60


@dataclass(frozen=True, slots=True)
class QualifiedRow:
    """A place with who has it; `answer` is empty until they answer."""

    slot: Slot
    quota: Quota
    player: RegisteredPlayer | None
    shown: ShownName | None
    province: str
    reason: str
    answer: str

    @property
    def name(self) -> str:
        return self.shown.name if self.shown else ""


@dataclass(frozen=True)
class QualifiedList:
    qualification: Qualification
    quotas: tuple[Quota, ...]
    rows: tuple[QualifiedRow, ...]
    #: those who declined, with the reason that they gave
    declined: tuple[tuple[QualifiedAnswer, str], ...]
    #: in words: whose place, and who is the next
    reserves: tuple[tuple[str, str, int], ...]

    @property
    def empty(self) -> int:
        return sum(row.player is None for row in self.rows)


def shown_qualifications() -> QuerySet[Qualification]:
    return Qualification.objects.filter(state=Qualification.State.PUBLISHED)


def ranking_of(quota: Quota) -> list[Candidate]:
    """Those who may take a place by this quota, in their order, as it is now."""
    own = quota.qualification
    ages = Ages(own.year, own.age_from, own.age_until, own.sex)
    found: list[tuple[int, int, str]] = []
    if quota.source == Quota.Source.EVENT and quota.tournament is not None:
        found = _of_event(quota.tournament)
    elif quota.source == Quota.Source.CUP and quota.section is not None:
        table = cup_table(quota.section, quota.category)
        found = [(row.player.pk, row.place, for_programs(row.points)) for row in table.rows]
    elif quota.source == Quota.Source.RATING:
        return _of_rating(quota, ages)
    else:
        return [Candidate(*row) for row in quota.ranking]
    people = RegisteredPlayer.objects.in_bulk([player for player, _place, _value in found])
    of_province = dict(Member.objects.filter(pk__in=people).values_list("pk", "province__code"))
    return [
        Candidate(player, place, value, of_province.get(player) or "")
        for player, place, value in found
        if player in people and ages.has(people[player].birth_year, people[player].sex)
    ][:LONGEST]


def _of_event(tournament: Tournament) -> list[tuple[int, int, str]]:
    rows = PlayerResult.objects.filter(tournament=tournament, place__isnull=False, games__gt=0)
    found = [
        (player, place or 0, "")
        for player, place in rows.order_by("place", "pk").values_list("player", "place")
    ]
    if found or not tournament.format.ranks_players or not tournament.format.has_rounds:
        return found
    known = [(row.entry.player_id, row.rank) for row in standings_table(tournament).rows]
    return [(player, place, "") for player, place in known if player is not None]


def _of_rating(quota: Quota, ages: Ages) -> list[Candidate]:
    """Members by rating; of equal ones nobody is before the other, so they share the place."""
    rating = quota.rating
    members = Member.objects.filter(died_on=None, **{f"player__{rating}__gt": 0})
    if ages.age_until:
        members = members.filter(player__birth_date__gte=str(ages.year - ages.age_until))
    if ages.sex:
        members = members.filter(player__sex=ages.sex)
    rows = members.order_by(f"-player__{rating}", "pk").values_list(
        "pk", f"player__{rating}", "province__code", "player__birth_date", "player__sex"
    )
    found: list[Candidate] = []
    kept: Counter[str] = Counter()
    place, before = 0, 0
    position = 0
    for player, value, code, born, sex in rows.iterator(2000):
        year = int(born[:4]) if born[:4].isdigit() else None
        if not ages.has(year, sex):
            continue
        position += 1
        place = place if value == before else position
        before, province = value, code or ""
        if quota.each_province and kept[province] >= LONGEST_OF_PROVINCE:
            continue
        if not quota.each_province and len(found) >= LONGEST:
            break
        kept[province] += 1
        found.append(Candidate(player, place, str(value), province))
    return found


def places_of(quota: Quota, provinces: Iterable[str]) -> Places:
    kept = [Candidate(*row) for row in quota.ranking]
    ranking = tuple(kept if quota.ranked_at else ranking_of(quota))
    each = None
    if quota.each_province:
        each = {code: int(quota.of_province.get(code, quota.places)) for code in provinces}
    return Places(ranking, quota.places, each, quota.until_place)


def qualified(qualification: Qualification) -> QualifiedList:
    """The list as it is now: the rankings as they were kept, the answers of today."""
    quotas = list(
        qualification.quotas.select_related(
            "tournament__event", "section__cup", "category", "qualification"
        )
    )
    names = dict(Province.objects.values_list("code", "name"))
    answers = {
        one.player_id: one for one in qualification.answers.select_related("player").order_by("at")
    }
    gone = QualifiedAnswer.Answer.DECLINED
    declined = frozenset(pk for pk, one in answers.items() if one.answer == gone)
    filled = fill([places_of(quota, names) for quota in quotas], declined)
    numbers = {slot.candidate.player for slot in filled.slots if slot.candidate}
    numbers |= {one.candidate.player for slot in filled.slots for one in slot.passed}
    numbers |= {one.player for one in filled.reserves.values()} | set(declined)
    people = RegisteredPlayer.objects.in_bulk(numbers)
    shown = shown_names(people.values())
    rows = []
    for slot in filled.slots:
        own = slot.candidate
        quota = quotas[slot.quota]
        rows.append(
            QualifiedRow(
                slot, quota, people[own.player] if own else None,
                shown[own.player] if own else None,
                names.get(slot.province or (own.province if own else ""), ""),
                reason_of(slot, quota, names, shown),
                answers[own.player].answer if own and own.player in answers else "",
            )
        )  # fmt: skip
    reserves = tuple(
        (_where(quotas[number], province, names), shown[one.player].name, one.place)
        for (number, province), one in filled.reserves.items()
    )
    return QualifiedList(
        qualification,
        tuple(quotas),
        tuple(rows),
        tuple((one, shown[pk].name) for pk, one in answers.items() if pk in declined),
        reserves,
    )


def source_words(quota: Quota) -> str:
    """The ranking of a quota as people call it."""
    if quota.source == Quota.Source.EVENT and quota.tournament is not None:
        return quota.tournament.full_name
    if quota.source == Quota.Source.CUP and quota.section is not None:
        parts = [quota.section.cup.name]
        if quota.section.name != quota.section.cup.name:
            parts.append(quota.section.name)
        if quota.category is not None:
            parts.append(quota.category.name)
        return " · ".join(parts)
    if quota.source == Quota.Source.RATING:
        return _("rating list (%(kind)s)") % {"kind": quota.get_rating_display()}
    return _("named by the office")


def quota_words(quota: Quota) -> str:
    """ "3 places by Spring Open, in each province; moving up to place 10"."""
    values = {"places": quota.places, "source": source_words(quota)}
    if quota.each_province:
        said = _("%(places)s in each province by: %(source)s") % values
        if quota.of_province:
            others = ", ".join(f"{code}: {count}" for code, count in quota.of_province.items())
            said += f" ({others})"
    else:
        said = _("%(places)s by: %(source)s") % values
    if quota.until_place:
        said += "; " + _("nobody from beyond place %(place)s") % {"place": quota.until_place}
    return said


def _where(quota: Quota, province: str, names: dict[str, str]) -> str:
    parts = [source_words(quota), names.get(province, province)]
    return " · ".join(part for part in parts if part)


def reason_of(slot: Slot, quota: Quota, names: dict[str, str], shown: dict[int, Any]) -> str:
    """Why somebody has the place, or why it is empty."""
    where = _where(quota, slot.province, names)
    own = slot.candidate
    if own is None:
        return _("%(where)s: nobody is left who may take the place") % {"where": where}
    if quota.source == Quota.Source.NAMED:
        said = f"{where}: {own.value}" if own.value else where
    elif own.value:
        said = _("%(where)s: place %(place)s (%(value)s)") % {
            "where": where, "place": slot.rank, "value": decimal_if_number(own.value),
        }  # fmt: skip
    else:
        said = _("%(where)s: place %(place)s") % {"where": where, "place": slot.rank}
    gone = [shown[one.candidate.player].name for one in slot.passed if one.declined]
    if slot.moved_up and gone:
        said += "; " + _("moves up, declined: %(names)s") % {"names": "; ".join(gone)}
    if there := [shown[one.candidate.player].name for one in slot.passed if not one.declined]:
        said += "; " + _("qualified already: %(names)s") % {"names": "; ".join(there[-5:])}
    return said
