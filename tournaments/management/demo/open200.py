"""The invented open of 200 players with which the desk is tried: always the same people."""

import random
from datetime import datetime, time, timedelta
from typing import Any

from django.utils import timezone

from tournaments.management.demo.confirmations import confirmed
from tournaments.management.demo.invented import invented_event, invented_tournament
from tournaments.models import Entry, Tournament, User
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.forbidden import forbid
from tournaments.services.entries.listing import enter_players
from tournaments.services.setup.copying import set_schedule

SEED = 20261118
PLAYERS, CLUBS, TITLED, UNRATED = 200, 92, 14, 6
HALF_POINT_BYES = 8
GIVEN_M = (
    "Ahmet Barış Can Çağrı Deniz Emre Furkan Gökhan Hakan İlker Kerem Levent Mert Okan Ömer "
    "Şahin Tolga Uğur Ümit Yiğit"
)
GIVEN_W = "Aslı Bahar Ceren Çiğdem Defne Ebru Funda Gülşen Işıl İrem Nazlı Özge Şule Tuğçe Zeynep"
FAMILY = (
    "Acar Akın Aksoy Altın Arslan Aydın Balcı Bayram Bilgin Bozkurt Bulut Can Çakır Çelik Çetin "
    "Çınar Demir Doğan Duman Ekinci Er Erdem Ergün Güler Gündüz Güneş Işık İnan Kaplan Kara Kaya "
    "Keskin Kılıç Koç Köse Kurt Oğuz Özcan Özdemir Öztürk Polat Sağlam Sarı Şahin Şen Şimşek Taş "
    "Tekin Toprak Tunç Uçar Ünal Yalçın Yavuz Yıldız Yılmaz Yüksel Zengin"
)
CITIES = (
    "Adana Ankara Antalya Aydın Balıkesir Bursa Çanakkale Denizli Diyarbakır Edirne Erzurum "
    "Eskişehir Gaziantep Hatay İstanbul İzmir Kayseri Kocaeli Konya Manisa Mersin Muğla Samsun"
)
KINDS = ("Satranç Kulübü", "Gençlik SK", "Belediye SK", "Üniversite SK")
TITLES = ("GM", "GM", "IM", "IM", "IM", "WGM", "FM", "FM", "FM", "WIM", "CM", "CM", "WFM", "WCM")


def load(chief: User) -> Tournament:
    """The event, its 200 entries, their byes, the accessible tables and the siblings."""
    dice = random.Random(SEED)
    first_day = timezone.localdate() + timedelta(days=1)
    event = invented_event(chief, "OPEN-200", first_day, 6, "Kültürpark")
    tournament = invented_tournament(
        event,
        chief,
        "Open",
        total_rounds=9,
        default_minutes=30,
        tie_breaks=["BH/C1", "BH", "SB", "DE", "WIN"],
        late_entries_until=3,
        half_byes_allowed=1,
        no_byes_in_last=2,
    )
    Tournament.objects.filter(pk=tournament.pk).update(seed=SEED)  # the lots are always the same
    tournament.seed = SEED
    _schedule(tournament, chief)
    entries = enter_players(tournament=tournament, by=chief, rows=_people(dice))
    _needs(tournament, entries, chief)
    return tournament


def _schedule(tournament: Tournament, chief: User) -> None:
    event = tournament.event
    times: dict[int, datetime | None] = {}
    for number in range(1, tournament.total_rounds + 1):
        day, half = divmod(number, 2)
        hour = time(10) if half == 0 or number == 1 else time(15, 30)
        times[number] = datetime.combine(event.starts_on + timedelta(days=day), hour, event.zone)
    set_schedule(tournament=tournament, times=times, by=chief)


def _people(dice: random.Random) -> list[dict[str, Any]]:
    clubs = [f"{city} {kind}" for city in CITIES.split() for kind in KINDS][:CLUBS]
    names = set()
    rows = []
    for index in range(PLAYERS):
        woman = (index < TITLED and TITLES[index].startswith("W")) or dice.random() < 0.22
        while True:
            given = dice.choice((GIVEN_W if woman else GIVEN_M).split())
            name = f"{dice.choice(FAMILY.split())}, {given}"
            if name not in names:
                break
        names.add(name)
        rating = 2560 - 7 * index + dice.randrange(-20, 21)
        unrated = index >= PLAYERS - UNRATED
        rows.append(
            {
                "name": name,
                "title": TITLES[index] if index < TITLED else "",
                "sex": "w" if woman else "m",
                "fide_rating": 0 if unrated else rating,
                "federation": "TUR",
                "club": clubs[index % CLUBS],
                "fide_id": "" if unrated else str(44_500_000 + 3 * index),
                "national_id": str(100_000 + index),
                "birth_date": str(dice.randrange(1948, 2016)),
                "phone": f"+90 555 {index // 100:03} {index % 100:02} 00",
                "bye_entitled": index >= TITLED,  # the titled play under conditions
            }
        )
    return rows


def _needs(tournament: Tournament, entries: list[Entry], chief: User) -> None:
    for board, index in ((1, 57), (2, 131)):
        Entry.objects.filter(pk=entries[index].pk).update(
            fixed_board=board, note="Accessible table"
        )
    siblings = [entries[40], entries[141]]
    confirmed(forbid, tournament=tournament, entries=siblings, reason="Siblings", by=chief)
    for place in range(HALF_POINT_BYES):
        confirmed(
            grant_bye,
            tournament=tournament,
            entry=entries[30 + 17 * place],
            round_number=1,
            kind="H",
            by=chief,
        )
