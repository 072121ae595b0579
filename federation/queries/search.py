"""Players, clubs and events together, for one box."""

from dataclasses import dataclass, field

from django.db.models import F, QuerySet

from federation.models import Club
from federation.queries.alphabet import in_turkish
from federation.queries.people import ShownName, found_by_what_is_shown, shown_names
from tournaments.models import Event, RegisteredPlayer
from tournaments.queries.setup.events import having_words, public_events
from tournaments.register.search import search_register

#: answers of each kind; so much of what was typed is read
PLAYERS, CLUBS, EVENTS = 12, 6, 8
LONGEST = 60
#: with fewer letters nothing is meant yet
SHORTEST = 2


@dataclass(frozen=True, slots=True)
class FoundPlayer:
    player: RegisteredPlayer
    shown: ShownName

    @property
    def rating(self) -> int:
        one = self.player
        return one.standard or one.national or one.rapid or one.blitz


@dataclass(frozen=True, slots=True)
class Found:
    typed: str
    players: list[FoundPlayer] = field(default_factory=list)
    clubs: list[Club] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)

    @property
    def enough(self) -> bool:
        """Enough was typed to look for something."""
        return len(self.typed) >= SHORTEST

    @property
    def nothing(self) -> bool:
        return self.enough and not (self.players or self.clubs or self.events)


def home_federation() -> str:
    """The federation whose people come first: that of events unless they say otherwise."""
    return str(Event._meta.get_field("federation").get_default())


def search(typed: str) -> Found:
    typed = " ".join(typed[:LONGEST].replace("\0", " ").split())
    if len(typed) < SHORTEST:
        return Found(typed)
    return Found(
        typed,
        find_players(typed),
        list(find_clubs(typed)[:CLUBS]),
        list(public_events(typed)[:EVENTS]),
    )


def find_players(typed: str, *, most: int = PLAYERS) -> list[FoundPlayer]:
    """The likeliest first; nobody who does not want to be found."""
    players = search_register(typed, federation=home_federation())
    shown = shown_names(players)
    found = [
        FoundPlayer(player, shown[player.pk])
        for player in players
        if found_by_what_is_shown(typed, shown[player.pk])
    ]
    return found[:most]


def find_clubs(typed: str) -> QuerySet[Club]:
    """Clubs in whose name or town every word typed begins a word."""
    found: QuerySet[Club] = having_words(
        Club.objects.select_related("province"), "search_key", typed
    )
    return found.order_by(F("closed_on").asc(nulls_first=True), in_turkish("name"), "pk")
