"""An announcement in the words for its followers: one message for each, in their language."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass

from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import override

from tournaments.models import Announcement, Entry, Follow, Follower, Round, Voice
from tournaments.queries.entries.cards import bye_in_words
from tournaments.queries.rounds.sheets import Seat, round_sheet, seats_by_name
from tournaments.wording import following as words

Kind = Announcement.Kind
#: names that one message has room for
MOST_LINES = 6


@dataclass(frozen=True, slots=True)
class Message:
    title: str
    body: str
    #: the page that it leads to
    path: str
    #: a second copy takes the place of the first
    tag: str
    language: str

    def as_data(self) -> dict[str, str]:
        return asdict(self)


@dataclass(frozen=True, slots=True)
class News:
    """The words about something watched."""

    title: str
    body: str
    path: str


#: by what stands before the colon of a watch: its news, in the language of the moment; None where
#: nothing is to be told any more
tellers: dict[str, Callable[[str], News | None]] = {}


def follows_of(made: Announcement) -> QuerySet[Follow]:
    """By whom an announcement is to be heard."""
    found = Follow.objects.filter(Q(follower__email="") | Q(follower__confirmed_at__isnull=False))
    if made.tournament_id:
        found = found.filter(tournament=made.tournament_id)
    else:
        found = found.filter(tournament__event=made.event_id)
    if made.entries:
        clubs = Entry.objects.filter(pk__in=made.entries).exclude(club="").values("club")
        found = found.filter(Q(entry__in=made.entries) | Q(entry=None, club__in=clubs))
    return found


def hearers(made: Announcement) -> QuerySet[Follower]:
    """The followers that an announcement is for."""
    if made.kind == Kind.WATCHED:
        return Follower.objects.filter(watches__about=made.text)
    if made.kind == Kind.DESK:
        return Follower.objects.filter(
            user__in=made.users, user__is_active=True, session__isnull=False
        )
    if made.kind == Kind.CASE:
        speak = Voice.objects.filter(entry__in=made.entries, withdrawn_at=None)
        return Follower.objects.filter(phone__in=speak.values("phone"))
    return Follower.objects.filter(pk__in=follows_of(made).order_by().values("follower"))


def messages_for(made: Announcement, followers: Collection[Follower]) -> dict[int, Message]:
    """By follower. None for who stopped meanwhile, and for nobody where it does not hold any
    more: a round that is taken back is not announced as published."""
    if made.kind in (Kind.DESK, Kind.CASE):
        return _for_their_own(made, followers)
    if made.kind == Kind.WATCHED:
        return _of_watched(made, followers)
    told = _Told.of(made)
    if told is None:
        return {}
    follows: dict[int, list[Follow]] = defaultdict(list)
    rows = follows_of(made).filter(follower__in=followers).select_related("entry")
    for follow in rows:
        follows[follow.follower_id].append(follow)
    found = {}
    for follower in followers:
        if mine := follows.get(follower.pk):
            with override(follower.language):
                found[follower.pk] = told.message(mine, follower.language)
    return found


def _of_watched(made: Announcement, followers: Collection[Follower]) -> dict[int, Message]:
    kind, _colon, which = made.text.partition(":")
    found = {}
    for follower in hearers(made).filter(pk__in=[one.pk for one in followers]):
        with override(follower.language):
            if news := tellers[kind](which):
                found[follower.pk] = Message(
                    **asdict(news), tag=f"hakem-{made.pk}", language=follower.language
                )
    return found


def _for_their_own(made: Announcement, followers: Collection[Follower]) -> dict[int, Message]:
    """Messages that are not for everybody who follows: each leads to the page of its reader."""
    tournament = made.tournament
    if tournament is None:
        return {}
    place = [made.event.slug, tournament.slug]
    phones = [follower.phone_id for follower in followers]
    speaks = Voice.objects.filter(phone__in=phones, entry__in=made.entries, withdrawn_at=None)
    player = dict(speaks.order_by("-id").values_list("phone", "entry"))
    found = {}
    for follower in hearers(made).filter(pk__in=[one.pk for one in followers]):
        with override(follower.language):
            if made.kind == Kind.DESK:
                path = reverse("desk:inbox", args=place)
                body = words.at_the_desk(made)
            else:
                path = reverse("public:my_page", args=[*place, player[follower.phone_id or 0]])
                body = words.decided(made)
            found[follower.pk] = Message(
                title=words.title(made, tournament.full_name),
                body=body,
                path=path,
                tag=f"hakem-{made.pk}",
                language=follower.language,
            )
    return found


class _Told:
    """An announcement with what its messages are made of, read once for all followers."""

    def __init__(self, made: Announcement, round_: Round | None, seats: Mapping[int, Seat]) -> None:
        self.made, self.round, self.seats = made, round_, seats
        self.entries = {seat.entry.pk: seat.entry for seat in seats.values()}
        self.by_club: dict[str, list[int]] = defaultdict(list)
        concerned = set(made.entries)
        for seat in seats.values():
            if seat.entry.club and (not concerned or seat.entry.pk in concerned):
                self.by_club[seat.entry.club].append(seat.entry.pk)

    @classmethod
    def of(cls, made: Announcement) -> "_Told | None":
        if made.kind == Kind.BANNER:
            return cls(made, None, {})
        if made.tournament is None or made.round_number is None:
            return None
        round_ = made.tournament.round(made.round_number)
        if round_ is None or round_.is_public == (made.kind == Kind.TAKEN_BACK):
            return None
        if made.kind == Kind.TAKEN_BACK:
            return cls(made, round_, {})
        seats = {
            seat.entry.pk: seat for seat in seats_by_name(round_sheet(round_, public=True), "en")
        }
        if made.kind == Kind.HELD:
            away = Entry.objects.filter(pk__in=made.entries, status=Entry.Status.ABSENT)
            seats = {pk: seats[pk] for pk in away.values_list("pk", flat=True) if pk in seats}
            if not seats:
                return None
        return cls(made, round_, seats)

    def message(self, follows: Iterable[Follow], language: str) -> Message:
        follows = list(follows)
        concerned = self._concerned(follows)
        made = self.made
        lines = [self._line(entry) for entry in concerned[:MOST_LINES]]
        if len(concerned) > MOST_LINES:
            lines.append(words.and_more(len(concerned) - MOST_LINES))
        own = [one for one in concerned if one in {follow.entry_id for follow in follows}]
        return Message(
            title=words.title(made, self._name()),
            body="\n".join(lines) or words.for_all(made),
            path=self._path(own),
            tag=f"hakem-{made.pk}",
            language=language,
        )

    def _concerned(self, follows: list[Follow]) -> list[int]:
        """Those whom this follower follows and of whom there is something to tell."""
        if self.made.kind in (Kind.BANNER, Kind.TAKEN_BACK):
            return []
        wanted: list[int] = []
        for follow in follows:
            wanted += [follow.entry_id] if follow.entry_id else self.by_club.get(follow.club, [])
        limit = set(self.made.entries)
        return [
            one
            for one in dict.fromkeys(wanted)
            if one in self.seats and (not limit or one in limit)
        ]

    def _line(self, entry: int) -> str:
        seat, kind = self.seats[entry], self.made.kind
        if kind == Kind.CORRECTED and seat.opponent:
            white, black = seat.pairing.white, seat.pairing.black
            assert black is not None
            return words.corrected(white.name, black.name, seat.pairing.result)
        if kind == Kind.HELD:
            return words.on_hold(seat.entry.name, self.made.round_number or 0)
        if kind == Kind.WITHDRAWN and seat.opponent:
            return words.opponent_left(seat.entry.name, seat.opponent.name)
        if seat.opponent is None:
            return words.without_game(seat.entry.name, bye_in_words(seat.pairing))
        return words.seat(seat.entry.name, seat.pairing.board, seat.colour, seat.opponent.name)

    def _name(self) -> str:
        tournament = self.made.tournament
        return tournament.full_name if tournament else self.made.event.name

    def _path(self, own: list[int]) -> str:
        tournament, made = self.made.tournament, self.made
        if tournament is None:
            return reverse("public:event", args=[made.event.slug])
        where = [made.event.slug, tournament.slug]
        if len(own) == 1:
            return reverse("public:player", args=[*where, own[0]])
        if self.round and made.kind != Kind.TAKEN_BACK:
            page = "public:team_round" if tournament.format.pairs_teams else "public:round"
            return reverse(page, args=[*where, made.round_number])
        return reverse("public:tournament", args=where)
