"""Names of 45 letters in six scripts stay on the paper, whole and apart, on every paper."""

from typing import Any

import pytest

from pairing.formats import FORMATS
from tests import factories
from tests.tournaments.documents.made import document
from tests.tournaments.knockout_events import announced, knockout, play_out
from tests.tournaments.team_events import play_round, stronger, team_event
from tests.truth.paper import Paper
from tournaments.documents.catalogue import BUNDLES, PAPERS, Needs
from tournaments.models import Entry, Event, Tournament
from tournaments.services.entries.listing import enter_players

pytestmark = pytest.mark.django_db

NAMES = (
    "Müftüoğlukaraosmanoğlumuhammedabdülkerimümmüg",  # no place to break it
    "Müftüoğlu-Karaosmanoğlu, Muhammed Abdülkerimm",
    "Παπακωνσταντινοπουλοσταυρίδης, Αλέξανδρος Ιων",
    "Рождественский-Крестовоздвиженский, Константи",
    "კონსტანტინოპოლელიშვილი-გამსახურდია, გიორგი იო",
    "Բաղդասարյան-Տեր-Հովհաննիսյան, Արշակունի Արման",
    "عبدالرحمن المستنصر بالله ابن الحسين، محمد علي",
    "藤原之長良-欧陽修諸葛, たけしまのぶなが",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
)
assert {len(name) for name in NAMES if "藤" not in name} == {45}
CLUB = "Donaudampfschifffahrtsgesellschaftskapitänsmützenverein Şereflikoçhisar"
EVENT = "Uluslararası Cumhuriyet Bayramı Satranç Şampiyonası ve Gençlik Turnuvası"


def row(place: int) -> dict[str, Any]:
    name = NAMES[place % len(NAMES)]
    if place >= len(NAMES):
        name = name[:-2] + f"{place:02}"
    return {
        "name": name,
        "title": "WGM",
        "fide_rating": 2500 - place,
        "federation": "TUR",
        "club": CLUB,
        "fide_id": str(14_100_000 + place),
    }


def enter(made: Tournament, players: int) -> None:
    rows = [row(place) for place in range(players)]
    enter_players(tournament=made, by=factories.chief_of(made), rows=rows)
    Event.objects.filter(pk=made.event.pk).update(
        name=EVENT, venue=CLUB, city="Şereflikoçhisar", organiser=CLUB
    )


@pytest.fixture(scope="module")
def events(standing) -> dict[str, Tournament]:
    swiss = factories.tournament(0, total_rounds=11, tie_breaks=["BH", "SB", "DE", "WIN", "BPG"])
    enter(swiss, 19)
    factories.play(swiss, 3)
    factories.pair(swiss, 4)
    factories.publish(swiss, 4)
    robin = factories.tournament(0, system="handbook.round_robin", total_rounds=9)
    enter(robin, 9)
    factories.play(robin, 9)
    teams = team_event(4, 4)
    for place, entry in enumerate(teams.entries.order_by("pk")):
        Entry.objects.filter(pk=entry.pk).update(**row(place))
    for team in teams.teams.all():
        team.name = f"{CLUB} {team.name}"[-80:]
        team.captain = NAMES[3]
        team.save()
    play_round(teams, 1, stronger)
    play_round(teams, 2, stronger)
    out = announced(knockout(12, 3, prizes=[100000, 50000], currency="TRY"))
    for place, entry in enumerate(out.tournament.entries.order_by("pk")):
        Entry.objects.filter(pk=entry.pk).update(**row(place))
    play_out(out)
    made = {"swiss": swiss, "robin": robin, "teams": teams, "knockout": out.tournament}
    for one in made.values():
        one.refresh_from_db()
    return made


SYSTEMS = {
    "swiss": "fide2026.dutch",
    "robin": "handbook.round_robin",
    "teams": "handbook.team_round_robin",
    "knockout": "handbook.knockout",
}
EVERY = [
    (name, kind)
    for name, system in SYSTEMS.items()
    for kind, paper in PAPERS.items()
    if kind not in BUNDLES
    and paper.fits(FORMATS[system])
    and not (name == "knockout" and paper.per_round)
]


def sampled(every: list[tuple[str, str]]) -> list[Any]:
    """Each paper in the first event that has it; in the others in the long run."""
    first = {kind: name for name, kind in reversed(every)}
    return [
        pytest.param(name, kind, marks=[] if first[kind] == name else [pytest.mark.full])
        for name, kind in every
    ]


def number_for(name: str, kind: str) -> int | None:
    if not PAPERS[kind].per_round:
        return None
    last = {"swiss": 4, "robin": 9, "teams": 2}[name]
    return last if PAPERS[kind].needs is not Needs.ANY_ROUND or name != "swiss" else last + 1


#: two languages side by side need the most room
@pytest.mark.parametrize("language", ["tr+en", pytest.param("en", marks=pytest.mark.full)])
@pytest.mark.parametrize(("name", "kind"), sampled(EVERY))
def test_nothing_is_cut_over_an_edge_or_set_over_something_else(events, name, kind, language):
    size = {"size": "large"} if "size" in PAPERS[kind].options and language == "tr+en" else {}
    paper = "Letter" if language == "tr+en" else "A4"
    found = document(events[name], kind, number_for(name, kind), language, paper=paper, **size)
    assert Paper(bytes(found.content)).complaints() == []


#: each of them has everybody, with the whole name
WHOLE = ("players", "check_in", "pairings_by_name", "standings", "crosstable", "record", "badges")


@pytest.mark.parametrize("kind", WHOLE)
def test_every_name_is_there_to_its_last_letter(events, kind):
    made = events["swiss"]
    found = Paper(bytes(document(made, kind, number_for("swiss", kind), "tr").content))
    text = "".join(found.text.split())
    # Arabic is read from the right.
    names = made.entries.exclude(name__contains="محمد").values_list("name", flat=True)
    assert len(names) > 5
    for name in names:
        for part in name.replace(",", " ").split():
            assert part in text, part


def test_nothing_stands_between_name_and_rating_of_who_has_no_federation():
    made = factories.tournament(2)
    made.entries.update(federation="")
    factories.play(made, 1)
    paper = Paper(bytes(document(made, "pairing_cards", 2).content))
    assert "Player 001 · 2595" in paper.text and "· ·" not in paper.text


ON_THE_WALL = [(name, kind) for name, kind in EVERY if "size" in PAPERS[kind].options]


@pytest.mark.parametrize(("name", "kind"), sampled(ON_THE_WALL))
def test_nothing_is_cut_on_the_wall(events, name, kind):
    found = document(events[name], kind, number_for(name, kind), "tr+en", size="wall")
    assert Paper(bytes(found.content)).complaints() == []


MANY = ["BH/C1", "BH/C2", "BH", "SB", "PS", "PS/C1", "DE", "WIN", "BWG", "BPG", "KS", "AOB"]


@pytest.mark.parametrize("count", [8, len(MANY)])
def test_beside_many_tie_breaks_names_keep_their_room(count):
    made = factories.tournament(0, tie_breaks=MANY[:count])
    enter(made, 9)
    factories.pair(made, 1)
    factories.publish(made, 1)
    factories.enter_all(made, 1)
    for kind in ("standings", "crosstable"):
        paper = Paper(bytes(document(made, kind, 1, "tr+en").content))
        assert MANY[count - 1] in paper.text
        assert not paper.complaints()
