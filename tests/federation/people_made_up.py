"""A player with games in two events, for the pages of people."""

from datetime import date

from federation.models import Club, Member, PlayerResult, Province
from tests import factories
from tournaments.core.text import fold
from tournaments.models import Entry, RegisteredPlayer, RegisterWord
from tournaments.models.tournament import RatingType


def registered(name: str, **values) -> RegisteredPlayer:
    key = fold(name)
    words = [RegisterWord(word=word) for word in key.split()]
    RegisterWord.objects.bulk_create(words, ignore_conflicts=True)
    defaults = {"federation": "TUR", "birth_date": "1990"}
    return RegisteredPlayer.objects.create(name=name, search_key=key, **(defaults | values))


def province(code: str = "35", name: str = "İzmir") -> Province:
    return Province.objects.get_or_create(code=code, defaults={"name": name, "slug": fold(name)})[0]


def club(name: str = "Karşıyaka SK", code: str = "35-1", of: Province | None = None) -> Club:
    slug = fold(name).replace(" ", "-")
    defaults = {"name": name, "slug": slug, "province": of or province()}
    return Club.objects.get_or_create(code=code, defaults=defaults)[0]


def member(name: str, *, of: Club | None = None, **values) -> Member:
    own = {"province", "privacy", "noindex", "email", "parent_email", "strength", "born_on"}
    player = registered(name, **{k: v for k, v in values.items() if k not in own})
    of_member = {k: v for k, v in values.items() if k in own}
    of_member.setdefault("strength", player.standard or player.national)
    of_member.setdefault("province", of.province if of else None)
    return Member.objects.create(player=player, club=of, **of_member)


def played(player: RegisteredPlayer, *, players: int = 6, rounds: int = 3, **event) -> Entry:
    """A tournament in which the player is the first of the list, with that many rounds."""
    tournament = factories.tournament(players=players, total_rounds=rounds)
    for key, value in event.items():
        setattr(tournament.event, key, value)
    tournament.event.save()
    entry = factories.entry(tournament, 1)
    entry.name, entry.player, entry.birth_date = player.name, player, player.birth_date
    entry.save()
    factories.play(tournament, rounds)
    return entry


def outcome(entry: Entry, **values) -> PlayerResult:
    defaults = {
        "ended_on": date(2026, 10, 4),
        "kind": RatingType.STANDARD,
        "place": 2,
        "players": 6,
        "games": 3,
        "points": 25,
        "performance": 2188,
        "change": 1200,
    }
    tournament = entry.tournament
    return PlayerResult.objects.create(
        entry=entry,
        player=entry.player,
        tournament=tournament,
        event=tournament.event,
        **(defaults | values),
    )
