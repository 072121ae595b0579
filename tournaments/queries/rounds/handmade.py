"""A round in the hands of an arbiter: the session, the pairs that are not the program's, and the
players without a seat."""

import hashlib

from tournaments.kernel.errors import Reason
from tournaments.models import Entry, Pairing, PairingSession, Round
from tournaments.snapshot import Snapshot

#: pairs that a question names
MOST = 6

Pair = tuple[Entry, Entry | None]  # White and Black; without Black the bye


def pairs_of(round_: Round, before: Snapshot | None = None) -> list[Pair]:
    """The games of a round and its bye, but for those who asked not to play. `before`: the record
    of the rounds before it, where it is at hand: its players are not read again."""
    rows = round_.pairings.exclude(bye__in=("H", "F", "Z")).order_by("board", "id")
    if before is None:
        return [(row.white, row.black) for row in rows.select_related("white", "black")]
    people: dict[int | None, Entry] = {one.pk: one for one in before.entries.values()}
    return [
        (people[white], people.get(black)) for white, black in rows.values_list("white", "black")
    ]


def pairs_by_hand(round_: Round, pairs: list[Pair] | None = None) -> list[Pair]:
    """Pairs that were changed by hand, or that came from a file. `pairs`: all of the round."""
    if round_.tournament.format.pairs_teams or round_.status != Round.Status.DRAFT:
        return []
    made = round_.trace or {}
    seats = [*made.get("boards", ()), *([(made["bye"], 0)] if made.get("bye") else ())]
    people = {"0": 0, **made.get("numbers", {})}
    by_program = {(people[str(white)], people[str(black)]) for white, black in seats}
    if pairs is None:
        pairs = pairs_of(round_)
    return [pair for pair in pairs if pair_key(pair) not in by_program]


def pair_key(pair: Pair) -> tuple[int, int]:
    white, black = pair
    return white.pk, black.pk if black else 0


def pair_in_words(pair: Pair) -> str:
    return " – ".join(f"{entry.tpn} {entry.name}" for entry in pair if entry)


def lost_by_hand(round_: Round) -> list[Reason]:
    """Reasons to ask before another draft replaces this one: the pairs made by hand."""
    pairs = pairs_by_hand(round_)
    if not pairs:
        return []
    more = " …" if len(pairs) > MOST else ""
    shown = "; ".join(map(pair_in_words, pairs[:MOST])) + more
    return [Reason("draft.hand_changes_lost", {"pairs": shown, "count": len(pairs)})]


def open_session(round_: Round) -> PairingSession | None:
    sessions = PairingSession.objects.filter(round=round_, outcome="")
    return sessions.select_related("opened_by").first()


def seats_of(round_: Round) -> str:
    """A mark of who sits where: what turns or swaps must not do so twice, nor on other boards
    than those that were looked at."""
    rows = round_.pairings.order_by("pk").values_list("pk", "board", "white", "black")
    return hashlib.sha256(repr(list(rows)).encode()).hexdigest()[:16]


def waiting_entries(before: Snapshot, rows: list[Pairing]) -> list[Entry]:
    """The players who should play in the round and have no seat in it."""
    seated = {pk for row in rows for pk in (row.white_id, row.black_id)}
    present = [before.entries[player.tpn] for player in before.state.to_be_paired()]
    return [entry for entry in present if entry.pk not in seated]
