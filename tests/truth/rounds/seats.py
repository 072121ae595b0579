"""Shared by all surfaces of a round: a line is a seat, a player with or without an opponent."""

from tests.truth import words
from tests.truth.look import Line, Look, Read

NOT_A_COLUMN = "no room: the sheet is read from afar, or on a small screen"
DATABASE = "a database of games knows no such thing"
WAY = "it shows the way to the board; the rest stands on the sheet by board"
DESK = "the desk types by board; numbers and ratings are with the players"
CHAT = "five lines in a chat"


def person(look: Look, pk: int, before: dict[int, int]) -> Line:
    one = look.record.people[pk]
    return {
        "number": one.number,
        "name": look.name(pk),
        "title": one.title,
        "rating": one.rating,
        "points": before.get(pk, 0),
    }


def team(look: Look, pk: int) -> Line:
    """The name of the player's team, where there are teams."""
    own = look.record.people[pk].team
    return {"team": look.record.teams[own].name} if own else {}


def split_title(text: str) -> Line:
    title, name = words.split_title(text)
    return {"title": title, "name": name}


def at_boards(read: Read) -> Read:
    """Of what a surface says, the seats at the boards."""
    return lambda look: [line for line in read(look) if line["board"]]


def without_game(read: Read) -> Read:
    """Of what a surface says, the players without a game."""
    return lambda look: [line for line in read(look) if not line["board"]]


def leaves(reason: str, *facts: str) -> dict[str, str]:
    return dict.fromkeys(facts, reason)


# --- When a surface is there ---------------------------------------------------------------------


def paired(look: Look) -> bool:
    return look.number in look.record.rounds and look.record.rounds[look.number].paired


def public(look: Look) -> bool:
    return look.record.rounds[look.number].public


def of_players(look: Look) -> bool:
    return public(look) and not look.record.matches


def latest_of_players(look: Look) -> bool:
    return of_players(look) and _is_latest(look)


def in_the_hall(look: Look) -> bool:
    """In an event of teams these surfaces show matches."""
    return latest_of_players(look) and not _revision(look)


def _is_latest(look: Look) -> bool:
    return look.number == look.record.last_public


def _revision(look: Look) -> bool:
    return any(one.under_revision for one in look.record.rounds.values())
