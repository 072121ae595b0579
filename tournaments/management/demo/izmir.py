"""The demo event: an open in İzmir, in its third round."""

import random

from django.utils import timezone

from ratings.tables import expected_score
from tournaments.management.demo.confirmations import confirmed
from tournaments.management.demo.invented import invented_event, invented_tournament
from tournaments.models import Event, Role, Tournament, User
from tournaments.register.registrars import name_registrar
from tournaments.services.entries.byes import grant_bye
from tournaments.services.entries.listing import enter_players
from tournaments.services.results.entering import enter_result
from tournaments.services.rounds.pairing import request_pairing
from tournaments.services.rounds.publication import finish_round, publish_round
from tournaments.services.setup.events import set_role

SLUG = "izmir-acik"
GIVEN = "Ayşe Burak Çağla Deniz Ege Fatma Gökhan Işık İnci Kerem Leyla Mert Nil Onur Özge Pelin"
FAMILY = (
    "Aydın Bulut Çınar Doğan Erdem Güneş Işık İnan Kaya Koç Öztürk Polat Şahin Tuna Uçar Ünal "
    "Yıldız Zorlu"
)
CLUBS = ("Ege SK", "Karşıyaka SD", "Çankaya SK", "Kadıköy Satranç", "Bornova SK")
PLAYERS, ROUNDS_PLAYED = 41, 2


def load(users: dict[Role, User]) -> None:
    """The event with its staff, its 41 entries, two rounds played and one begun."""
    today = timezone.localdate()
    chief = users[Role.CHIEF]
    event = invented_event(chief, "İzmir Açık", today, 7, "Kültür Merkezi")
    Event.objects.filter(pk=event.pk).update(slug=SLUG)
    event.slug = SLUG
    name_registrar(username=chief.username, on=True, by=None)
    for role, user in users.items():
        set_role(event=event, user=user, role=role, by=chief)
    tournament = invented_tournament(event, chief, "A", total_rounds=7, late_entries_until=2)
    dice = random.Random(20261118)
    _enter(tournament, chief, dice)
    _play(tournament, chief, dice)


def _enter(tournament: Tournament, chief: User, dice: random.Random) -> None:
    names = [f"{family}, {given}" for family in FAMILY.split() for given in GIVEN.split()]
    rows = []
    for index, name in enumerate(dice.sample(names, PLAYERS)):
        rating = max(1200, 2480 - 28 * index + dice.randrange(-40, 40))
        rows.append(
            {
                "name": name,
                "title": "GM" if index < 2 else "IM" if index < 5 else "FM" if index < 9 else "",
                "fide_rating": 0 if index > PLAYERS - 4 else rating,
                "federation": "TUR",
                "club": dice.choice(CLUBS),
                "birth_date": str(dice.randrange(1960, 2016)),
            }
        )
    entries = enter_players(tournament=tournament, by=chief, rows=rows)
    grant_bye(tournament=tournament, entry=entries[20], round_number=2, kind="H", by=chief)


def _play(tournament: Tournament, chief: User, dice: random.Random) -> None:
    for number in range(1, ROUNDS_PLAYED + 2):
        request_pairing(tournament=tournament, number=number, by=chief)
        confirmed(publish_round, tournament=tournament, number=number, by=chief)
        round_ = tournament.rounds.get(number=number)
        boards = round_.pairings.games().select_related("white", "black")
        for pairing in boards:
            if number > ROUNDS_PLAYED and pairing.board > 6:
                continue
            win = max(
                5,
                expected_score(pairing.white.rating or 1400, pairing.black.rating or 1400) - 15,
            )
            chances = (win, 30, max(5, 70 - win))
            code = dice.choices(("10", "==", "01"), chances)[0]
            enter_result(
                tournament=tournament,
                pairing_id=pairing.pk,
                code=code,
                version=pairing.version,
                by=chief,
            )
        if number <= ROUNDS_PLAYED:
            finish_round(tournament=tournament, number=number, by=chief)
