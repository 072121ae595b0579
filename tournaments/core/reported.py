"""A result in a player's own words, and as its code."""

from collections.abc import Sequence

#: by what a player says of a game the code, seen from White and from Black
SAID = {"win": ("10", "01"), "draw": ("==", "=="), "loss": ("01", "10")}


def code_of_words(said: Sequence[str], *, first: bool) -> str:
    """The code of what a player says of each game; `first`: they have White in game 1. "" where
    it is nothing that a player can say."""
    if not said or any(one not in SAID for one in said):
        return ""
    return "".join(SAID[one][0 if first else 1] for one in said)


def words_of_code(code: str, *, first: bool) -> list[str]:
    """The words of the player, game by game."""
    place = 0 if first else 1
    known = {codes[place]: said for said, codes in SAID.items()}
    return [known[code[at : at + 2]] for at in range(0, len(code), 2)]
