"""The people of the invented year as rows: provinces, clubs, the register, licences, lists."""

from dataclasses import dataclass, field
from datetime import date, timedelta
from random import Random

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db import connection
from django.utils import timezone
from django.utils.text import slugify

from federation.management.year.course import Course
from federation.management.year.people import KINDS, Human
from federation.management.year.plan import provinces
from federation.management.year.tables import Rows
from federation.management.year.words import CLUBS, PROVINCES
from federation.models import (
    Arbiter,
    ArbiterLevel,
    Club,
    Licence,
    Member,
    Membership,
    Privacy,
    Province,
    Season,
    Transfer,
)
from tournaments.core.text import fold
from tournaments.models import (
    ListImport,
    PastRating,
    RatingList,
    RegisteredPlayer,
    RegisterWord,
    User,
)

FEDERATION = "TUR"
#: nobody signs in with it: invented arbiters but one have users for their names only
NO_PASSWORD = f"{UNUSABLE_PASSWORD_PREFIX}year"
#: how many arbiters of a hundred have each level
_LEVELS = (3, 7, 25, 35, 30)


@dataclass(slots=True)
class Ground:
    """The numbers of the rows, in the order of what they were made from."""

    provinces: list[int] = field(default_factory=list)
    clubs: list[int] = field(default_factory=list)
    province_names: list[str] = field(default_factory=list)
    club_names: list[str] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    arbiters: list[int] = field(default_factory=list)
    #: the users of the arbiters
    chiefs: list[int] = field(default_factory=list)
    #: the months whose national lists the federation makes itself
    months: list[date] = field(default_factory=list)
    #: the people who are arbiters, by number
    judges: list[int] = field(default_factory=list)
    rows: dict[str, int] = field(default_factory=dict)

    def store(self, *tables: Rows) -> None:
        for one in tables:
            self.rows[one.table] = self.rows.get(one.table, 0) + one.store()


def license_number(number: int) -> str:
    """Of the player of this number, counted from 0."""
    return str(2_600_001 + number)


def store_people(course: Course, staff: list[User], dice: Random) -> Ground:
    """As the last lists have them."""
    ground = Ground(months=course.own_months)
    _provinces_and_clubs(ground, course, dice)
    _players(ground, course)
    _members(ground, course, dice)
    _arbiters(ground, course, staff, dice)
    _lists(ground, course)
    return ground


def _provinces_and_clubs(ground: Ground, course: Course, dice: Random) -> None:
    for year in (course.today.year - 1, course.today.year, course.today.year + 1):
        first, last = date(year, 1, 1), date(year, 12, 31)
        Season.objects.get_or_create(name=str(year), defaults={"starts_on": first, "ends_on": last})
    areas, clubs = Rows(Province), Rows(Club)
    names = ground.province_names = provinces(course.size)
    for name in names:
        code = f"{PROVINCES.index(name) + 1:02}"
        ground.provinces.append(areas.add(code=code, name=name, slug=slugify(fold(name))))
    there: dict[int, int] = {}
    for number, province in enumerate(course.homes):
        place = there.get(province, 0)
        there[province] = place + 1
        name = f"{names[province]} {CLUBS[place % len(CLUBS)]}"
        if place >= len(CLUBS):
            name += f" {place // len(CLUBS) + 1}"
        slug = slugify(fold(name))[:60]
        ground.club_names.append(name)
        ground.clubs.append(
            clubs.add(
                code=f"K{number + 1:04}",
                name=name,
                slug=slug,
                city=names[province],
                province_id=ground.provinces[province],
                founded_on=date(1950 + dice.randrange(70), 1 + dice.randrange(12), 1),
                email=f"{slug}@example.org",
            )
        )
    ground.store(areas, clubs)


def _players(ground: Ground, course: Course) -> None:
    rows, words = Rows(RegisteredPlayer), set()
    month = course.months[-1]
    for number, one in enumerate(course.people):
        key = fold(one.name)
        national, since = course.before[number]
        words.update(key.split())
        listed = any(one.ratings)
        ground.players.append(
            rows.add(
                name=one.name,
                title=one.title,
                sex=one.sex,
                birth_date=str(one.born.year),
                federation=FEDERATION,
                club=ground.club_names[one.club],
                fide_id=str(44_000_001 + number) if one.fide else "",
                national_id=license_number(number),
                standard=one.ratings[0],
                rapid=one.ratings[1],
                blitz=one.ratings[2],
                national=national,
                **{f"k_{kind}": _k(one, kind, course.today) for kind in KINDS},
                list_month=month if listed else None,
                national_month=since if national else None,
                search_key=key,
            )
        )
    ground.store(rows)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {RegisterWord._meta.db_table} (word) SELECT unnest(%s::varchar[]) "
            "ON CONFLICT DO NOTHING",
            [sorted(words)],
        )


def _k(one: Human, kind: str, today: date) -> int:
    return one.k(today) if one.ratings[KINDS.index(kind)] else 0


def _members(ground: Ground, course: Course, dice: Random) -> None:
    members, memberships = Rows(Member), Rows(Membership)
    licences, transfers = Rows(Licence), Rows(Transfer)
    year = course.today.year
    begin, end = date(year, 1, 1), date(year, 12, 31)
    for number, one in enumerate(course.people):
        player, club = ground.players[number], ground.clubs[one.club]
        minor = year - one.born.year < 18
        members.add(
            player_id=player,
            born_on=one.born,
            province_id=ground.provinces[one.province],
            club_id=club,
            strength=one.ratings[0] or one.national,
            privacy=dice.choices((Privacy.OPEN, Privacy.SHORT, Privacy.HIDDEN), (97, 2, 1))[0],
            noindex=minor and dice.random() < 0.1,
            parent_name=f"{one.name.split(',')[0]}, Veli" if minor else "",
        )
        since = date(year - dice.randrange(1, 6), 1, 1)
        moved = dice.random() < 0.06
        if moved:  # they came from another club in the summer
            day = date(year - 1, 7, 1 + dice.randrange(28))
            before = dice.choice(ground.clubs)
            memberships.add(
                player_id=player, club_id=before, from_on=min(since, day),
                until_on=day - timedelta(days=1) if since < day else day,
            )  # fmt: skip
            transfers.add(
                player_id=player, from_club_id=before, to_club_id=club, on=day,
                state=Transfer.State.APPROVED, decided_at=timezone.now(),
            )  # fmt: skip
            since = day if since < day else day + timedelta(days=1)
        memberships.add(player_id=player, club_id=club, from_on=since, until_on=None)
        seasons = [year - 1, year] if dice.random() < 0.8 else [year]
        if course.today.month >= 11 and number % 3:  # most renew before the year is over
            seasons.append(year + 1)
        for season in seasons:
            licences.add(
                player_id=player,
                number=license_number(number),
                category=Licence.Category.PLAYER,
                valid_from=begin.replace(year=season),
                valid_until=end.replace(year=season),
            )
    ground.store(members, memberships, licences, transfers)


def _arbiters(ground: Ground, course: Course, staff: list[User], dice: Random) -> None:
    rows, licences, users = Rows(Arbiter), Rows(Licence), Rows(User)
    year = course.today.year
    grown = [n for n, one in enumerate(course.people) if 20 <= year - one.born.year <= 70]
    ground.judges = sorted(dice.sample(grown, min(course.size.arbiters, len(grown))))
    levels = list(ArbiterLevel)
    for place, number in enumerate(ground.judges):
        # The first five have one level each, so that also a small year has all of them.
        level = levels[place] if place < len(levels) else dice.choices(levels, _LEVELS)[0]
        until = date(year + dice.randrange(-1 if place > 20 else 0, 3), 12, 31)
        code = f"H{place + 1:04}"
        if place < len(staff):
            staff[place].licence = code
            staff[place].save(update_fields=["licence"])
            ground.chiefs.append(staff[place].pk)
        else:
            family, _comma, given = course.people[number].name.partition(", ")
            ground.chiefs.append(
                users.add(
                    username=code.lower(),
                    first_name=given,
                    last_name=family,
                    licence=code,
                    password=NO_PASSWORD,
                )
            )
        languages = ["tr", *(["en"] if dice.random() < 0.4 else [])]
        ground.arbiters.append(
            rows.add(
                player_id=ground.players[number],
                level=level.value,
                user_id=ground.chiefs[-1],
                licence=code,
                valid_until=until,
                languages=languages,
                province_id=ground.provinces[course.people[number].province],
            )
        )
        licences.add(
            player_id=ground.players[number],
            number=code,
            category=Licence.Category.ARBITER,
            valid_from=date(until.year - 3, 1, 1),
            valid_until=until,
        )
    ground.store(users, rows, licences)


def _lists(ground: Ground, course: Course) -> None:
    past, imports = Rows(PastRating), Rows(ListImport)
    own = course.own_months[0]
    for one in course.past:
        if one.until >= own and not one.fide:
            continue  # as the federation's own lists say it
        fide = one.values if one.fide else (0, 0, 0)
        past.add(
            player_id=ground.players[one.human],
            kind=RatingList.Kind.FIDE if one.fide else RatingList.Kind.NATIONAL,
            month=one.month,
            until=one.until,
            standard=fide[0],
            rapid=fide[1],
            blitz=fide[2],
            national=0 if one.fide else one.values[0],
        )
    rated = {
        RatingList.Kind.FIDE: sum(any(one.ratings) for one in course.people),
        RatingList.Kind.NATIONAL: sum(national > 0 for national, _since in course.before),
    }
    months = {
        RatingList.Kind.FIDE: course.months,
        RatingList.Kind.NATIONAL: [one for one in course.months if one < own],
    }
    for kind, players in rated.items():
        found, _made = RatingList.objects.update_or_create(
            kind=kind,
            federation="" if kind == RatingList.Kind.FIDE else FEDERATION,
            name="",
            defaults={
                "month": months[kind][-1],
                "players": players,
                "loaded_at": timezone.now(),
            },
        )
        for month in months[kind]:
            imports.add(
                list_id=found.pk,
                month=month,
                file_name=f"{kind}-{month:%Y-%m}.txt",
                stage=ListImport.Stage.MERGED,
                rows=players,
                finished_at=timezone.now(),
            )
    ground.store(past, imports)
