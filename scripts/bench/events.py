"""Whole events for papers: names of every length, nine rounds, results of every kind.

Rounds are paired here by a simple neighbour rule and stored at once: papers do not care which
system made them, and a thousand players should not take minutes to be ready.
"""

import random
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone

from pairing.handbook.round_robin import schedule
from tournaments.models import Entry, Event, Pairing, Role, Round, StaffMember, Tournament, User

SURNAMES = (
    "Yıldız Çağlar Işık Güneş Öztürk Şahin Ünal Ağaoğlu Kütükçüoğlu Büyükkarabacakoğlu "
    "Müftüoğlu-Karaosmanoğlu Hacıömeroğlu-Çelikbaş Nguyễn Đặng Šćepanović Łukasiewicz Þórsson "
    "Fernández-Villaverde Иванов Щербакова Παπαδόπουλος Müller-Lüdenscheidt O'Shaughnessy"
)
GIVEN = (
    "Ege Şükrü İnci Özge Çınar Ayşegül Muhammed-Abdülkerim Ümmügülsüm Iğdır Jiří Łucja Þóra "
    "María-Inmaculada Сергей Наталья Ελένη Anne-Sophie"
)
FEDERATIONS = "TUR TUR TUR TUR GER AZE GEO UKR GRE POL ISL ESP VIE"
CLUBS = ("", "Ege Üniversitesi Satranç ve Zekâ Oyunları Spor Kulübü", "Çankaya SK", "Karşıyaka SD")
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "")
ROUNDS = 9


def swiss(players: int, rounds: int = ROUNDS, *, last_open: bool = False) -> Tournament:
    """`last_open`: the last round is published and nothing of it is played yet."""
    tournament = _tournament(f"Swiss {players}", "fide2026.dutch", rounds)
    entries = _entries(tournament, players)
    dice = random.Random(players)
    scores = {entry.pk: 0 for entry in entries}
    met: set[frozenset[int]] = set()
    for number in range(1, rounds + 1):
        still_open = last_open and number == rounds
        round_ = _round(tournament, number, Round.Status.PUBLISHED if still_open else "finished")
        order = sorted(entries, key=lambda entry: (-scores[entry.pk], entry.tpn))
        rows: list[Pairing] = []
        board = 0
        while order:
            first = order.pop(0)
            other = next((e for e in order if frozenset((first.pk, e.pk)) not in met), None)
            if other is None or (not rows and number % 3 == 0 and len(order) % 2 == 0):
                kind = "H" if len(order) > 1 else "U"
                rows.append(Pairing(round=round_, white=first, bye=kind))
                scores[first.pk] += 5 if kind == "H" else 10
                continue
            order.remove(other)
            met.add(frozenset((first.pk, other.pk)))
            board += 1
            white, black = (first, other) if (board + number) % 2 else (other, first)
            code = "" if still_open else dice.choices(("10", "==", "01", "+-"), (40, 30, 29, 1))[0]
            rows.append(Pairing(round=round_, board=board, white=white, black=black, result=code))
            if code:
                gained = {"10": (10, 0), "==": (5, 5), "01": (0, 10), "+-": (10, 0)}[code]
                for entry, points in zip((white, black), gained, strict=True):
                    scores[entry.pk] += points
        Pairing.objects.bulk_create(rows)
    return tournament


def round_robin(players: int = 12) -> Tournament:
    tournament = _tournament(f"Berger {players}", "handbook.round_robin", players - 1)
    Tournament.objects.filter(pk=tournament.pk).update(tie_breaks=["DE", "WIN", "SB", "KS"])
    tournament.refresh_from_db()
    people = {entry.tpn: entry for entry in _entries(tournament, players)}
    dice = random.Random(players)
    for planned in schedule(players):
        round_ = _round(tournament, planned.number, "finished")
        Pairing.objects.bulk_create(
            Pairing(
                round=round_,
                board=number,
                white=people[board.white],
                black=people[board.black],
                result=dice.choice(("10", "==", "01")),
            )
            for number, board in enumerate(planned.boards, start=1)
        )
    return tournament


def _tournament(name: str, system: str, rounds: int) -> Tournament:
    chief = User.objects.create(username=f"bench {name}", first_name="Ayşe", last_name="Demir")
    event = Event.objects.create(
        name="XXVII. Uluslararası İzmir Satranç Şöleni",
        slug=f"bench-{name.lower().replace(' ', '-')}",
        city="İzmir",
        venue="Ahmed Adnan Saygun Sanat Merkezi",
        starts_on=date(2026, 11, 21),
        ends_on=date(2026, 11, 29),
        time_zone="Europe/Istanbul",
        organiser="Türkiye Satranç Federasyonu",
    )
    StaffMember.objects.create(event=event, user=chief, role=Role.CHIEF)
    return Tournament.objects.create(
        event=event,
        name=name,
        slug="a",
        seed=1,
        system=system,
        total_rounds=rounds,
        tie_breaks=["BH/C1", "BH", "SB", "DE", "WIN", "BPG"],
        time_control="90' + 30\"",
        regulations="Cep telefonları kapalı olarak çantada durur.\n\nNo smoking in the hall.",
        schedule_public=True,
    )


def _entries(tournament: Tournament, players: int) -> list[Entry]:
    dice = random.Random(7 * players)
    surnames, given, federations = SURNAMES.split(), GIVEN.split(), FEDERATIONS.split()
    return Entry.objects.bulk_create(
        Entry(
            tournament=tournament,
            tpn=number,
            name=f"{dice.choice(surnames)}, {dice.choice(given)}"
            + (f" {dice.choice(given)}" if number % 3 == 0 else ""),
            title=TITLES[min(number * 12 // players, 7)] if number % 4 else "",
            sex="w" if number % 5 == 0 else "m",
            rating=max(0, 2650 - 1400 * number // players) if number % 17 else 0,
            federation=dice.choice(federations),
            club=dice.choice(CLUBS),
            fide_id=str(6_300_000 + number),
            birth_date=str(dice.randrange(1950, 2017)),
        )
        for number in range(1, players + 1)
    )


def _round(tournament: Tournament, number: int, status: str) -> Round:
    first = datetime(2026, 11, 21, 14, 0, tzinfo=ZoneInfo("Europe/Istanbul"))
    return Round.objects.create(
        tournament=tournament,
        number=number,
        status=status,
        starts_at=first + timedelta(days=number - 1),
        paired_at=timezone.now(),
        published_at=timezone.now(),
    )
