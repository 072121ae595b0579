"""The regulations as they follow from the settings, sentence by sentence, on every surface.

Each rule says of which formats it holds. Where it does not hold, nothing like it may be said.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.truth import words
from tests.truth.look import Line, Look, Read, Subject, Surface
from tests.truth.record import Record
from tests.truth.recount import in_words

FACTS = {"said": "the sentence, where the format has the rule; nothing like it elsewhere"}


@dataclass(frozen=True)
class Rule:
    """`holds`: for this event. `values`: what stands in the gaps of the sentence."""

    key: str
    english: str
    turkish: str
    holds: Callable[[Record], bool]
    values: Callable[[Record], tuple[Any, ...]] = lambda _record: ()

    def text(self, record: Record, language: str) -> str:
        return self._sentence(language) % tuple(str(one) for one in self.values(record))

    def found(self, language: str, text: str) -> str:
        """The sentence as it stands in a text, whatever its values; empty if it does not."""
        gaps = re.escape(self._sentence(language)).replace("%s", r"([^.;]{1,24}?)")
        match = re.search(gaps, text)
        return match.group() if match else ""

    def _sentence(self, language: str) -> str:
        return self.turkish if language == "tr" else self.english


def system(record: Record) -> str:
    return record.settings["system"]


def swiss(record: Record) -> bool:
    return system(record) in (*words.SWISS, words.DOUBLE)


def any_swiss(record: Record) -> bool:
    return swiss(record) or system(record) in SWISS_OF_TEAMS


def table(record: Record) -> bool:
    """Players by the Berger tables, or teams by a table."""
    return system(record) in (words.ROBIN, *TABLES_OF_TEAMS)


TABLES_OF_TEAMS = (
    "handbook.team_round_robin",
    "handbook.skalitzka",
    "handbook.scheveningen",
)
SWISS_OF_TEAMS = ("fide2026.team", "handbook.team_swiss")
RANKED_TEAMS = (*TABLES_OF_TEAMS, *SWISS_OF_TEAMS)
OF_TEAMS = (*RANKED_TEAMS, "handbook.team_knockout")
#: nobody rests: exactly three teams, of which one always plays two
NEVER_FREE = ("handbook.skalitzka",)


def teams(record: Record) -> bool:
    return system(record) in OF_TEAMS


def _timed(record: Record) -> bool:
    return any(one.starts_at for one in record.rounds.values())


def _points(record: Record, *names: str) -> tuple[str, ...]:
    return tuple(in_words(record.settings[f"{name}_points"]) for name in names)


def _half_byes(record: Record) -> int:
    return record.settings["half_byes_allowed"] if any_swiss(record) else 0


def _of_teams(record: Record, *names: str) -> tuple[str, ...]:
    return tuple(in_words(record.team_rules.get(name, 0)) for name in names)


RULES = (
    Rule(
        "points of players",
        "Win %s, draw %s, loss %s; the bye is worth %s.",
        "Galibiyet %s, beraberlik %s, yenilgi %s; tur atlama %s puandır.",
        lambda record: system(record) in words.PLAYERS_RANKED,
        lambda record: _points(record, "win", "draw", "loss", "bye"),
    ),
    Rule(
        "points of a game",
        "A game: win %s, draw %s, loss %s.",
        "Oyun başına: galibiyet %s, beraberlik %s, yenilgi %s.",
        lambda record: teams(record) or system(record) in ("handbook.knockout", words.DOUBLE),
        lambda record: _points(record, "win", "draw", "loss"),
    ),
    Rule(
        "half-point byes",
        "A player may ask for %s half-point bye",
        "Oyuncu, tur eşlendirilmeden önce, %s yarım puanlı tur atlama isteyebilir.",
        lambda record: _half_byes(record) > 0 and not teams(record),
        lambda record: (_half_byes(record),),
    ),
    Rule(
        "half-point byes of teams",
        "A team may ask for %s half-point bye",
        "Takım, tur eşlendirilmeden önce, %s yarım puanlı tur atlama isteyebilir.",
        lambda record: _half_byes(record) > 0 and teams(record),
        lambda record: (_half_byes(record),),
    ),
    Rule(
        "no half-point byes at the end",
        "None is given in the last %s rounds.",
        "Son %s turda verilmez.",
        lambda record: _half_byes(record) > 0 and record.settings["no_byes_in_last"] > 1,
        lambda record: (record.settings["no_byes_in_last"],),
    ),
    Rule(
        "no half-point byes",
        "There are no half-point byes.",
        "Yarım puanlı tur atlama yoktur.",
        lambda record: any_swiss(record) and not _half_byes(record),
    ),
    Rule(
        "late entries",
        "Late entries are admitted until round %s.",
        "Geç katılım %s. tura kadar kabul edilir.",
        lambda record: any_swiss(record) and record.settings["late_entries_until"] > 0,
        lambda record: (record.settings["late_entries_until"],),
    ),
    Rule(
        "no late entries",
        "There are no late entries.",
        "Geç kayıt alınmaz.",
        lambda record: any_swiss(record) and not record.settings["late_entries_until"],
    ),
    Rule(
        "first colour",
        "The colour of the first board is drawn by lot with round 1.",
        "İlk masanın rengi 1. turla birlikte kurayla belirlenir.",
        lambda record: any_swiss(record) and not record.settings["initial_colour"],
    ),
    Rule(
        "numbers by lot",
        "The numbers are drawn by lot.",
        "Numaralar kurayla belirlenir.",
        table,
    ),
    Rule(
        "default time",
        "Who is not at the board %s minutes after the start loses the game.",
        "Başlangıçtan %s dakika sonra masasında olmayan oyunu kaybeder.",
        lambda record: True,
        lambda record: (record.settings["default_minutes"],),
    ),
    Rule(
        "match points",
        "Match points: won %s, drawn %s, lost %s.",
        "Maç puanı: galibiyet %s, beraberlik %s, yenilgi %s.",
        lambda record: system(record) in RANKED_TEAMS,
        lambda record: _of_teams(record, "match_win", "match_draw", "match_loss"),
    ),
    Rule(
        "free round of a team",
        "A round without an opponent: match points %s, board points %s.",
        "Rakipsiz kalınan turda maç puanı %s, masa puanı %s.",
        lambda record: system(record) in RANKED_TEAMS and system(record) not in NEVER_FREE,
        lambda record: _of_teams(record, "match_bye", "bye_board_points"),
    ),
    Rule(
        "boards of a match",
        "Boards: %s; reserves at most: %s.",
        "Masa sayısı: %s; en çok yedek: %s.",
        teams,
        lambda record: (record.team_rules["boards"], record.team_rules["reserves"]),
    ),
    Rule(
        "line-ups close",
        "Line-ups close %s minutes before the round.",
        "Takım dizilişleri turdan %s dakika önce kapanır.",
        lambda record: teams(record) and _timed(record),
        lambda record: (record.team_rules["deadline_minutes"],),
    ),
    Rule(
        "line-ups close with the boards",
        "Line-ups close when the arbiter makes the boards.",
        "Takım dizilişleri, hakem masaları oluşturduğunda kapanır.",
        lambda record: teams(record) and not _timed(record),
    ),
    Rule(
        "colours of a match",
        "The team named first has White on the boards with odd numbers.",
        "Adı önce yazılan takım tek numaralı masalarda beyazla oynar.",
        lambda record: system(record) == "handbook.team_round_robin",
    ),
    Rule(
        "colours drawn by the captains",
        "The captains draw the colours; all players of a team have the colour drawn (A.30).",
        "Renk kurasını kaptanlar çeker; takımın bütün oyuncuları çekilen renkle oynar (A.30).",
        lambda record: system(record) == "handbook.team_knockout",
    ),
    Rule(
        "away in a round robin",
        "Who is away in a round loses the game by forfeit.",
        "Bir tura katılmayan oyuncu o oyunu hükmen kaybeder.",
        lambda record: system(record) == words.ROBIN,
    ),
)


def expected(look: Look) -> list[Line]:
    return [
        {"rule": rule.key, "said": _both(look, rule.text) if rule.holds(look.record) else ""}
        for rule in RULES
    ]


def _both(look: Look, text: Callable[[Record, str], str]) -> str:
    return " / ".join(text(look.record, one) for one in look.language.split("+"))


def _read(look: Look, text: str) -> list[Line]:
    text = " ".join(text.split())
    found = []
    for rule in RULES:
        said = [rule.found(one, text) for one in look.language.split("+")]
        found.append({"rule": rule.key, "said": " / ".join(said) if any(said) else ""})
    return found


def on_page(look: Look) -> list[Line]:
    page = look.page("about/")
    return _read(look, page.text)


def in_api(look: Look) -> list[Line]:
    data = look.api("regulations/")
    return _read(look, " ".join(" ".join(part["sentences"]) for part in data["parts"]))


def on_poster(look: Look) -> list[Line]:
    paper = look.paper("poster")
    cells = [cell.text for table_ in paper.tables for row in table_ for cell in row]
    return _read(look, " ".join(cells))


def _surface(key: str, read: Read, **more: Any) -> Surface:
    return Surface(key, tuple(FACTS), read, **more)


SUBJECT = Subject(
    "rules",
    "The regulations",
    FACTS,
    lambda line: line["rule"],
    expected,
    keys=("rule",),
    surfaces=(
        _surface("page: schedule and rules", on_page),
        _surface("API: regulations", in_api),
        _surface("paper: poster", on_poster, paper=True),
    ),
)
