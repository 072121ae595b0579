"""The standings on every surface: places, points and every tie-break of everybody."""

from collections.abc import Iterator
from typing import Any

from tests.pages import Page
from tests.truth import trf, words
from tests.truth.look import Line, Look, Read, Subject, Surface, number, screen_of, tenths
from tests.truth.paper import Paper, Table, texts_of
from tests.truth.recount import Count, plain_sum

FACTS = {
    "after": "after which round",
    "final": "final or not",
    "place": "place",
    "shared": "place shared",
    "number": "start number",
    "name": "name",
    "title": "title",
    "rating": "rating",
    "federation": "federation",
    "club": "club",
    "gone": "has left",
    "points": "points",
    "values": "tie-breaks",
}


def expected(look: Look) -> list[Line]:
    record = look.record
    count = Count(record, look.number)
    final = look.number == record.total_rounds and not record.missing(look.number)
    found = []
    for line in count.standings():
        one = record.people[line.player]
        found.append(
            {
                "after": look.number,
                "final": final,
                "place": line.place,
                "shared": line.shared,
                "number": one.number,
                "name": look.name(one.pk),
                "title": one.title,
                "rating": one.rating,
                "federation": one.federation,
                "club": one.club,
                "gone": one.gone,
                "points": line.points,
                "values": line.values,
            }
        )
    return found


# --- Pages ---------------------------------------------------------------------------------------


def plain(values: list[str], look: Look) -> tuple[str, ...]:
    """With a point, where the language of the page writes its own decimal sign."""
    if look.page_language == "tr":
        values = [value.replace(".", "!").replace(",", ".") for value in values]
    return tuple(values)


def _shared_table(page: Page, look: Look) -> Iterator[Line]:
    """The table of the public page and of the desk."""
    final = not page.count("caption .state.warn")
    after = int(page.one("nav.rounds a[aria-current]"))
    for row in page.tree.css("table.standings tbody tr"):
        cells = row.css("td")
        texts = [" ".join(cell.text().split()) for cell in cells]
        place = texts[0].rstrip("=* ")
        yield {
            "after": after,
            "final": final,
            "place": int(place),
            "shared": "=" in texts[0],
            "number": number(texts[1]),
            "name": _in(cells[2], ".name"),
            "title": _in(cells[2], ".title"),
            "gone": bool(cells[2].css_first(".small")),
            "rating": number(texts[3]),
            "federation": texts[4],
            "points": tenths(texts[5]),
            "values": plain(texts[6:], look),
        }


def _in(cell: Any, selector: str) -> str:
    found = cell.css_first(selector)
    return " ".join(found.text().split()) if found else ""


def on_page(look: Look) -> list[Line]:
    return list(_shared_table(look.page(f"standings/{look.number}/"), look))


def on_phone(look: Look) -> list[Line]:
    """The same page on a narrow screen, which hides the columns of class `wide`."""
    answer = look.get(f"{look.root}standings/{look.number}/")
    page = Page(answer)
    assert page.count("table.standings th.wide") == 3
    found = []
    for row in page.tree.css("table.standings tbody tr"):
        for cell in row.css("td.wide"):
            cell.decompose()
        cells = row.css("td")
        texts = [" ".join(cell.text().split()) for cell in cells]
        line = {"place": int(texts[0].rstrip("=* ")), "shared": "=" in texts[0]}
        line |= {"name": _in(cells[1], ".name"), "title": _in(cells[1], ".title")}
        found.append(line | {"points": tenths(texts[2]), "values": plain(texts[3:], look)})
    return found


def on_desk(look: Look) -> list[Line]:
    page = look.desk_page(f"standings/?after={look.number}")
    return list(_shared_table(page, look))


def embedded(look: Look) -> list[Line]:
    event, slug = look.record.event["slug"], look.record.settings["slug"]
    page = Page(look.get(f"/embed/{event}/{slug}/standings/"))
    final = words.NOT_FINAL[look.language] not in page.all("main .state")
    after = _after(page.one("h1"), look)
    found = []
    for cells in page.rows():
        line = {"after": after, "final": final, "place": int(cells[0]), "points": tenths(cells[2])}
        title, name = words.split_title(cells[1])
        found.append(line | {"title": title, "name": name, "values": plain(cells[3:], look)})
    return found


def _after(text: str, look: Look) -> int:
    """The round in a heading, which names it as the only number at its end or before "turdan"."""
    for round_ in reversed(range(look.record.total_rounds + 1)):
        if text.endswith(words.STANDINGS_AFTER[look.language] % round_):
            return round_
    return -1


# --- Files and programs --------------------------------------------------------------------------


def in_csv(look: Look) -> list[Line]:
    codes = look.record.settings["tie_breaks"]
    return [
        {
            "place": int(row["rank"]),
            "number": int(row["number"]),
            "name": row["name"],
            "title": row["title"],
            "rating": number(row["rating"]),
            "federation": row["federation"],
            "club": row["club"],
            "points": round(float(row["points"]) * 10),
            "values": tuple(row[code] for code in codes),
        }
        for row in look.table(f"standings/{look.number}.csv")
        if row["rank"]
    ]


def in_api(look: Look) -> list[Line]:
    data = look.api(f"standings/?after={look.number}")
    assert data["missing"] == look.record.missing(look.number), f"missing {data['missing']}"
    return [
        {
            "after": data["after"],
            "final": data["final"],
            "place": row["rank"],
            "shared": row["shared"],
            **{key: row["player"][key] for key in ("number", "name", "title", "rating")},
            "federation": row["player"]["federation"],
            "points": round(row["points"] * 10),
            "values": tuple(row["tie_breaks"]),
        }
        for row in data["rows"]
    ]


def in_report(look: Look) -> list[Line]:
    """By the format the points of a player are the sum of the results in the file: games with
    somebody who left a round robin below half stay among them."""
    record, count = look.record, Count(look.record, look.number)
    left = {record.people[one.player].number for one in count.left}
    gone = {one.number for one in record.people.values() if one.status == "expelled"}
    people = {one.number: one.pk for one in record.people.values()}
    found = []
    for line in trf.players(look):
        if line["number"] in left | gone:
            continue
        player = people[line["number"]]
        points = line["points"]
        if count.left and points == plain_sum(record, player, look.number):
            points = count.points[player]
        told = {key: line[key] for key in ("place", "number", "name", "title", "federation")}
        found.append(told | {"points": points})
    return found


# --- Papers --------------------------------------------------------------------------------------


def paper_rows(rows: Table, look: Look, *, large: bool = False) -> Iterator[Line]:
    status = {look.said({one: words.GONE[one][kind] for one in words.GONE}) for kind in (0, 1)}
    for row in rows:
        if row[0].head:
            continue
        cells = texts_of(row, 6 + len(look.record.settings["tie_breaks"]) - 2 * large)
        place = cells[0].rstrip("=")
        rest = cells[1:] if large else cells[2:]
        name = rest[0]
        gone = next((word for word in status if name.endswith(f"({word})")), "")
        title, name = words.split_title(name.removesuffix(f"({gone})").strip())
        line = {
            "place": int(place),
            "shared": cells[0].endswith("="),
            "name": name,
            "title": title,
            "gone": bool(gone),
        }
        if not large:
            line |= {"number": number(cells[1]), "rating": number(rest[1])}
            rest = rest[1:]
        line |= {"federation": rest[1], "points": tenths(rest[2]), "values": plain(rest[3:], look)}
        yield line


def _headed(paper: Paper, look: Look) -> tuple[str, str]:
    """Title and note of the first section."""
    pieces = [piece.text for piece in paper.pieces]
    return pieces[0], pieces[1] if len(pieces) > 1 else ""


def on_paper(look: Look) -> list[Line]:
    paper = look.paper("standings", look.number)
    title, note = _headed(paper, look)
    final = look.said(words.NOT_FINAL).split(" / ")[0] not in note
    after = look.number if look.said(words.round_of(look.number)).split(" / ")[0] in title else -1
    rows = [row for table in paper.tables for row in table]
    return [line | {"after": after, "final": final} for line in paper_rows(rows, look)]


def on_large_paper(look: Look) -> list[Line]:
    paper = look.paper("standings", look.number, size="large")
    rows, values = [row for table in paper.tables for row in table], _values(look)
    return [
        line | {"values": line["values"] + values.get(line["name"], ())[2:]}
        for line in paper_rows(rows, look, large=True)
    ]


def _values(look: Look) -> dict[str, tuple[str, ...]]:
    """The tie-breaks of everybody as they should be, where there is room for the first ones."""
    return {one["name"]: one["values"] for one in expected(look)}


def in_bulletin(look: Look) -> list[Line]:
    """The standings among the tables of the round's bulletin; long ones come in parts."""
    codes = look.record.settings["tie_breaks"]
    found: list[Line] = []
    for table in look.paper("round_bulletin", look.number).tables:
        if texts_of(table[0], 6 + len(codes))[-len(codes) :] == codes:
            found += paper_rows(table, look)
    return found


def in_final_bulletin(look: Look) -> list[Line]:
    """The only tables with these columns; those of the rounds have others."""
    codes = look.record.settings["tie_breaks"]
    found: list[Line] = []
    for table in look.paper("bulletin").tables:
        heads = texts_of(table[0], 6 + len(codes))
        if heads[-len(codes) :] == codes and len(heads) == 6 + len(codes):
            found += paper_rows(table, look)
    return found


# --- Hall ----------------------------------------------------------------------------------------


def on_screen(look: Look) -> list[Line]:
    page = screen_of(look, "standings")
    title = page.all("section.slide.standings h2")[0]
    final = words.NOT_FINAL[look.language] not in title
    codes, true = look.record.settings["tie_breaks"], _values(look)
    found = []
    for cells in page.rows("section.slide.standings tbody tr"):
        line = {"place": int(cells[0]), "name": cells[1], "points": tenths(cells[2])}
        values = plain(cells[3:], look)
        assert len(values) == min(3, len(codes)), f"{len(values)} tie-breaks"
        rest = true.get(cells[1], ())[3:]
        found.append(line | {"values": values + rest, "final": final})
    return found


def in_picture(look: Look) -> list[Line]:
    picture = look.picture(f"standings/{look.number}/preview.png")
    texts = picture.texts
    final = words.NOT_FINAL[look.language] not in texts
    count = min(5, len(expected(look)))
    # The lines stand after head and facts, before the name of the program.
    end = texts.index("Hakem")
    lines = texts[end - 3 * count : end]
    return [
        {
            "place": int(place),
            "name": look.whole(name),
            "points": tenths(points),
            "final": final,
        }
        for place, name, points in zip(lines[::3], lines[1::3], lines[2::3], strict=True)
    ]


# --- The table -----------------------------------------------------------------------------------


def order(line: Line) -> Any:
    return line["place"], line["name"]


def _leaves(reason: str, *facts: str) -> dict[str, str]:
    return dict.fromkeys(facts, reason)


def _surface(key: str, read: Read, leaves: dict[str, str], **more: Any) -> Surface:
    return Surface(key, tuple(fact for fact in FACTS if fact not in leaves), read, leaves, **more)


def _latest(look: Look) -> int:
    return look.record.last_complete


def _has_complete(look: Look) -> bool:
    return look.record.last_complete >= 1


def shown(look: Look) -> bool:
    return look.record.last_public >= 1


def of_round(look: Look) -> int:
    return min(look.number, look.record.last_public)


ADDRESS = "its address says the round"
PERSON = "the page of the player has it"
NARROW = "no room on a narrow screen; turn it, or open the player"
AFAR = "no room: the sheet is read from afar"

SUBJECT = Subject(
    "standings",
    "The standings",
    FACTS,
    order,
    expected,
    fits=lambda look: look.record.settings["system"] in (*words.PLAYERS_RANKED, words.DOUBLE),
    surfaces=(
        _surface("page: standings", on_page, {"club": PERSON}, fits=shown, of=of_round),
        _surface(
            "phone: standings",
            on_phone,
            {
                **_leaves(NARROW, "number", "rating", "federation"),
                **_leaves("stands above the table, as on the page", "after", "final"),
                "gone": "stands behind the name, as on the page",
                "club": PERSON,
            },
            fits=shown,
            of=of_round,
        ),
        _surface(
            "desk: standings", on_desk, {"club": PERSON}, fits=shown, of=of_round, inside=True
        ),
        _surface(
            "page: embedded standings",
            embedded,
            {
                **_leaves(NARROW, "number", "rating", "federation", "club", "gone"),
                "shared": "equal numbers say it",
            },
            fits=_has_complete,
            of=_latest,
        ),
        _surface(
            "CSV: standings",
            in_csv,
            {
                "after": ADDRESS,
                "final": "a spreadsheet is of a moment",
                "shared": "equal numbers say it",
                "gone": "in the CSV of the players",
            },
            fits=shown,
            of=of_round,
        ),
        _surface(
            "API: standings",
            in_api,
            {"club": "API: players", "gone": "API: players"},
            fits=shown,
            of=of_round,
        ),
        _surface(
            "TRF: report",
            in_report,
            {
                **_leaves("the format has no place for it", "final", "shared", "club", "gone"),
                "after": "the rounds in it are those published",
                "rating": "FIDE ratings only, not those that rank",
                "values": "counted again by whoever reads the games",
            },
            fits=shown,
            of=lambda look: look.record.last_public,
        ),
        _surface(
            "paper: standings", on_paper, {"club": PERSON}, fits=shown, of=of_round, paper=True
        ),
        _surface(
            "paper: standings, large",
            on_large_paper,
            {
                **_leaves(AFAR, "number", "rating", "club"),
                **_leaves("as on the usual size", "after", "final"),
            },
            fits=shown,
            of=of_round,
            paper=True,
        ),
        _surface(
            "paper: bulletin of a round",
            in_bulletin,
            {"club": PERSON, **_leaves("as on the paper of the standings", "after", "final")},
            fits=shown,
            of=of_round,
            paper=True,
        ),
        _surface(
            "paper: final bulletin",
            in_final_bulletin,
            {"club": PERSON, **_leaves("as on the paper of the standings", "after", "final")},
            fits=_has_complete,
            of=_latest,
            paper=True,
        ),
        _surface(
            "screen: standings",
            on_screen,
            {
                **_leaves(AFAR, "number", "title", "rating", "federation", "club", "gone"),
                "shared": "equal numbers say it",
                "after": "in the title",
            },
            fits=_has_complete,
            of=_latest,
        ),
        _surface(
            "picture: standings",
            in_picture,
            {
                **_leaves("five lines in a chat", "shared", "number", "title", "rating"),
                **_leaves("five lines in a chat", "federation", "club", "gone", "values"),
                "after": "in the title",
            },
            fits=shown,
            of=of_round,
            first=5,
        ),
    ),
)
