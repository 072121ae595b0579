"""A tournament from the check-in to the report, as an arbiter does it at the desk.

`Arbiter.play(Plan)` goes through the real pages only: it knows the tournament from what stands
on them, keeps a score sheet of its own and compares. Every act is timed from the key or click
until its outcome is visible; every page is looked at once, in the given looks.
"""

import random
import re
import statistics
import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, expect

from pairing.tools.checker import check
from pairing.trf import read
from tests.browser.waiting import follow

#: width, language, colours
Look = tuple[int, str, str]
ALL_LOOKS: tuple[Look, ...] = tuple(
    (width, language, colours)
    for width in (390, 1280)
    for language in ("en", "tr")
    for colours in ("light", "dark")
)
KEYS = {"10": "1", "01": "0", "==": "=", "+-": "+", "-+": "-", "??": "?", "--": "--"}
TENTHS = {"1": 10, "+": 10, "=": 5, "0": 0, "-": 0, "?": 0}
BYES = {"bye": 10, "half-point bye": 5, "zero-point bye": 0}
BOARDS = """rows => rows.map(row => [
  Number(row.dataset.board),
  row.querySelector(".white .name").textContent, row.querySelector(".black .name").textContent])"""
STORED = "rows => rows.map(row => [Number(row.dataset.board), row.dataset.result])"
STANDINGS = """rows => rows.map(row => [
  row.querySelector(".name").textContent, row.querySelector("strong").textContent])"""


@dataclass(frozen=True, slots=True)
class Plan:
    """The unusual happenings of an event. Everything else is ordinary games."""

    rounds: int
    absent: str  # not at the check-in; comes for round 2
    late: tuple[tuple[str, int], ...]  # name and rating, entered before round 2
    half_point_bye: tuple[str, int]  # asked for at the desk before that round
    withdrawn: tuple[str, int]  # before that round
    forfeits_in: int  # one of each kind
    adjourned_in: int  # finished, as a draw, while the next round is played
    wrong_in: int  # found while the next round is played
    seed: int = 20261118


@dataclass(slots=True)
class Arbiter:
    page: Page
    desk: str  # the tournament's address at the desk
    check_page: Callable[[Page], None]
    work: Callable[[], None] = lambda: None  # does what waits for a worker, if there is none
    looks: tuple[Look, ...] = ALL_LOOKS
    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    points: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    on_hold: list[str] = field(default_factory=list)
    looked_at: set[str] = field(default_factory=set)

    # Timing and looking

    @contextmanager
    def timed(self, step: str, until: Locator | None = None):
        begun = time.perf_counter()
        yield
        if until is not None:
            until.first.wait_for()
        self.times[step].append(time.perf_counter() - begun)
        self.page.wait_for_load_state()  # what is seen first may not be all yet

    def look(self, name: str) -> None:
        """The page at hand, once, in a tab of its own."""
        if name in self.looked_at:
            return
        self.looked_at.add(name)
        tab = self.page.context.new_page()
        for language in sorted({language for _, language, _ in self.looks}):
            tab.goto(self.page.url.replace("/en/", f"/{language}/"))
            for width, its, colours in self.looks:
                if its == language:
                    tab.set_viewport_size({"width": width, "height": 900})
                    tab.emulate_media(color_scheme=colours)
                    self.check_page(tab)
        tab.close()

    def look_here(self, name: str) -> None:
        """A page that only answers a form: where it stands, in the language at hand."""
        if name in self.looked_at:
            return
        self.looked_at.add(name)
        before = self.page.viewport_size
        for width, colours in sorted({(width, colours) for width, _, colours in self.looks}):
            self.page.set_viewport_size({"width": width, "height": 900})
            self.page.emulate_media(color_scheme=colours)
            self.check_page(self.page)
        self.page.set_viewport_size(before)
        self.page.emulate_media(color_scheme="light")

    def open(self, path: str, step: str, heading: str | re.Pattern) -> None:
        with self.timed(step, self.seen("h1", heading)):
            self.page.goto(f"{self.desk}{path}")

    def seen(self, what: str, text: str | re.Pattern | None = None) -> Locator:
        return self.page.locator(what, has_text=text)

    def boards(self) -> list[tuple[int, str, str]]:
        return [
            tuple(row)
            for row in self.page.locator("table.boards tr[data-board]").evaluate_all(BOARDS)
        ]

    # The whole tournament

    def play(self, plan: Plan) -> bytes:
        """All rounds to the end; the report that was downloaded."""
        dice = random.Random(plan.seed)
        self.check_in(plan.absent)
        reports: dict[int, bytes] = {}
        wrong, adjourned = 0, 0
        for number in range(1, plan.rounds + 1):
            if number == 2:
                self.enter_late(plan.late)
            if number == plan.half_point_bye[1]:
                self.give_half_point_bye(*plan.half_point_bye)
            if number == plan.withdrawn[1]:
                self.withdraw(plan.withdrawn[0])
            boards = self.pair(number, adjourned_before=number == plan.adjourned_in + 1)
            self.publish(number)
            results = {board: dice.choice(("10", "10", "==", "01")) for board, _, _ in boards}
            if number == plan.forfeits_in:
                results |= {boards[-1][0]: "+-", boards[-2][0]: "-+", boards[-3][0]: "--"}
            if number == plan.adjourned_in:
                adjourned = boards[2][0]
                results[adjourned] = "??"
            if number == plan.wrong_in:
                wrong = boards[len(boards) // 2][0]
                results[wrong] = "10"
            self.enter_results(number, boards, results)
            self.count(boards, results)
            if number == plan.adjourned_in + 1:
                self.finish_adjourned(plan.adjourned_in, adjourned)
            if number == plan.wrong_in + 1:
                reports[number] = self.download()
                self.correct(plan.wrong_in, wrong)
            self.finish(number)
            self.compare_standings(
                number, game_open=number == plan.adjourned_in, over=number == plan.rounds
            )
        self.documents()
        self.finish_tournament(plan.rounds)
        report = self.download()
        judge(report, before_correction=reports[plan.wrong_in + 1], corrected=plan.wrong_in)
        return report

    # Before round 1

    def check_in(self, absent: str) -> None:
        self.open("players/check-in/", "open the check-in", "Check-in for round 1")
        self.look("check-in")
        buttons = self.page.locator("#checkin button[value=here]")
        labels = buttons.evaluate_all("all => all.map(one => one.getAttribute('aria-label'))")
        byes = self.page.locator("#checkin tr:has(td.small:text-is('bye')) .name").all_inner_texts()
        here = 0
        for label in labels:
            name = label.removesuffix(" is here")
            if name == absent or name in byes:
                continue
            here += 1
            with self.timed("one player is here", self.seen("#checkin .sub", f"{here} here")):
                self.page.locator(f"[aria-label='{label}']").press("Enter")
        expect(self.page.locator("#checkin .sub")).to_contain_text(
            f"{here + len(byes) + 1} players = {here} here + {len(byes)} with a bye + 1 not here"
        )
        closing = self.seen("h1", "Close the check-in")
        with self.timed("see who is silent", closing):
            self.page.locator("main a.main").press("Enter")
        expect(self.page.locator("form select")).to_have_count(1)
        self.look("check-in, somebody silent")
        self.page.locator("main form button.main").press("Enter")
        self.confirm("close the check-in", self.seen("#content", "Check-in is closed"))

    # Between rounds

    def enter_late(self, late: tuple[tuple[str, int], ...]) -> None:
        for name, rating in late:
            self.open("players/add/", "open the form of a player", "Add a player")
            self.look("add a player")
            self.page.fill("#id_name", name)
            self.page.fill("#id_fide_rating", str(rating))
            with self.timed("a late entry is numbered", self.seen("#news", f"{name} is No.")):
                self.page.press("#id_fide_rating", "Enter")
            expect(self.page.locator("#news")).to_contain_text(
                "Late entry from round 2; for each round before it: no points."
            )
            expect(self.page.locator("#news")).to_contain_text("moved down by one")

    def card_of(self, name: str) -> None:
        self.open("players/", "open the list of players", "Players")
        self.look("players")
        self.page.fill("#q", name)
        with self.timed("find a player", self.seen("main .sub", re.compile(r"^\s*1 player\s*$"))):
            self.page.press("#q", "Enter")
        with self.timed("open a player's page", self.seen("h1", name)):
            self.page.locator("td a.name").press("Enter")
        self.look("a player")

    def give_half_point_bye(self, name: str, number: int) -> None:
        self.card_of(name)
        expect(self.page.locator("#id_round_number")).to_have_value(str(number))
        self.page.select_option("#id_kind", "H")
        given = self.seen("main form", f"Round {number}: half-point bye")
        with self.timed("give a half-point bye", given):
            self.page.locator("button:text-is('Give a bye')").press("Enter")

    def withdraw(self, name: str) -> None:
        self.card_of(name)
        self.page.locator("button:text-is('Withdraw')").press("Enter")
        self.confirm("withdraw a player", self.seen("main .state", "withdrawn"))

    def confirm(self, step: str, until: Locator) -> None:
        """The question, and what follows it."""
        yes = self.page.locator("main button:text-is('Yes, do it')")
        yes.wait_for()
        self.look_here("a question")
        expect(yes).to_be_focused()
        with self.timed(step, until):
            self.page.keyboard.press("Enter")

    # A round

    def pair(self, number: int, *, adjourned_before: bool) -> list[tuple[int, str, str]]:
        self.open(f"rounds/{number}/", "open a round that is not paired", f"Round {number}")
        self.look(f"not paired{', somebody away' if self.on_hold else ''}")
        if self.on_hold:  # one is back; the others stay away
            back = self.on_hold.pop(0)
            with self.timed("who was away is here", self.seen("#content", "is not paired yet")):
                self.page.locator(f"[aria-label='{back} is here']").press("Enter")
            expect(self.page.locator(f"[aria-label='{back} is here']")).to_have_count(0)
        draft = self.seen("main .note", "Draft, visible to staff only.")
        button = self.page.locator(f"button:text-is('Pair round {number}')")
        if adjourned_before:
            button.press("Enter")
            self.confirm("pair a round", draft)
        else:
            with self.timed("pair a round", draft):
                button.press("Enter")
        self.look("a draft")
        expect(self.page.locator(".checks .found")).to_have_count(0)
        boards = self.boards()
        if number > 1:
            with self.timed("open the reasons of a round", self.seen("h1", f"Why round {number}")):
                self.page.locator("main a:text-is('Why?')").first.press("Enter")
            self.look("the reasons of a round")
            self.page.go_back()
        return boards

    def publish(self, number: int) -> None:
        with self.timed("publish: the question", self.seen("h1", "Publish this round?")):
            self.page.locator("button:text-is('Publish')").press("Enter")
        self.confirm("publish a round", self.seen("h1 .state", "published"))
        self.look("results")
        expect(self.page.locator("tr.now")).to_have_attribute("data-board", "1")

    def enter_results(
        self, number: int, boards: list[tuple[int, str, str]], results: dict[int, str]
    ) -> None:
        """The first half with the keys on the boards, the rest as lines in the field."""
        half = len(boards) // 2
        for board, _white, _black in boards[:half]:
            expect(self.page.locator("tr.now")).to_have_attribute("data-board", str(board))
            with self.result_sent("a result by a key"):
                self.page.keyboard.press(KEYS[results[board]])
        self.page.keyboard.press("b")
        expect(self.page.locator("#line")).to_be_focused()
        for board, white, black in boards[half:]:
            with self.result_sent("a result as a line"):
                self.page.keyboard.type(f"{board} {KEYS[results[board]]}")
                self.page.keyboard.press("Enter")
            lost = [
                name
                for name, mark in zip((white, black), results[board], strict=True)
                if mark == "-"
            ]
            if lost:
                expect(self.page.locator("#news")).to_contain_text("is on hold")
                self.on_hold += lost
        expect(self.page.locator("[data-state]")).to_have_text("Everything is saved.")
        expect(self.page.locator("#side")).to_contain_text("All results are in.")
        with self.timed("open the results again", self.seen("main a", "Second pass")):
            self.page.reload()
        rows = self.page.locator("table.boards tr[data-board]")
        assert dict(map(tuple, rows.evaluate_all(STORED))) == results

    @contextmanager
    def result_sent(self, step: str):
        """Until the server has it; the arbiter types on long before."""
        with self.timed(step), self.page.expect_response("**/results/") as answer:
            yield
        assert answer.value.ok, answer.value.text()

    def count(self, boards: list[tuple[int, str, str]], results: dict[int, str]) -> None:
        for board, white, black in boards:
            for name, mark in zip((white, black), results[board], strict=True):
                self.points[name] += TENTHS[mark]
        for row in self.page.locator("h2:text-is('Without a game') + table tr").all():
            label = row.locator("td").last.inner_text().strip()
            kind = next(kind for kind in BYES if label.startswith(kind))
            self.points[row.locator(".name").inner_text()] += BYES[kind]

    def finish(self, number: int) -> None:
        self.page.goto(f"{self.desk}rounds/{number}/")
        with self.timed("finish a round", self.seen("h1 .state", "finished")):
            self.page.locator(f"button:text-is('Finish round {number}')").press("Enter")

    def compare_standings(self, number: int, *, game_open: bool, over: bool) -> None:
        self.open("standings/", "open the standings", f"Standings after round {number}")
        self.look(f"standings{', a game is open' if game_open else ''}")
        expect(self.page.locator("caption .state", has_text="not final")).to_have_count(
            int(not over)
        )
        expect(self.page.locator("caption", has_text="1 result is missing")).to_have_count(
            int(game_open)
        )
        rows = self.page.locator("table.standings tbody tr").evaluate_all(STANDINGS)
        shown = {name: round(10 * float(text.replace("½", ".5"))) for name, text in rows}
        assert shown == {name: self.points[name] for name in shown}
        assert set(self.points) <= set(shown)
        assert list(shown.values()) == sorted(shown.values(), reverse=True)
        with self.timed("open the working of a value", self.seen("h1", rows[-1][0])):
            self.page.locator("table.standings tbody a.working").last.press("Enter")
        self.look("the working of a value")

    # One round later

    def correction(self, number: int, board: int, link: str, code: str) -> None:
        self.open(f"rounds/{number}/", "open the round before", f"Round {number}")
        self.look("a round that others build upon")
        with self.timed("open a correction", self.seen("h1", f"board {board}")):
            self.page.locator(f"#b{board} a", has_text=link).press("Enter")
        self.page.select_option("#result", code)
        with self.timed("what a correction would move", self.seen("h2", "What it moves")):
            self.page.locator("button:text-is('Show what it would move')").press("Enter")

    def finish_adjourned(self, number: int, board: int) -> None:
        self.correction(number, board, "Enter the result", "==")
        expect(self.page.locator("main .note")).to_contain_text("An adjourned game")
        self.look("the result of an adjourned game")
        names = self.page.locator("main > p").nth(1).inner_text()
        self.page.fill("#why", "resumed in the evening")
        with self.timed("enter an adjourned game", self.seen("td strong", "½–½")):
            self.page.press("#why", "Enter")
        for name in [name for name in self.points if name in names]:
            self.points[name] += 5

    def correct(self, number: int, board: int) -> None:
        """1–0 was entered, Black has won."""
        self.correction(number, board, "Correct", "01")
        expect(self.page.locator("main .note")).to_contain_text(
            f"The pairings of round {number + 1} stand"
        )
        moves = self.page.locator("table", has_text="Rank now")
        expect(moves).to_contain_text("Points now")
        self.look("a correction")
        white, black = re.split(" – ", self.page.locator("main > p").nth(1).inner_text())
        self.page.fill("#why", "the slip says so")
        self.page.press("#why", "Enter")
        done = self.page.locator("tr", has_text="the slip says so")
        self.confirm("correct a result", done)
        expect(done).to_contain_text("0–1")
        loser = max((name for name in self.points if name in white), key=len)
        winner = max((name for name in self.points if name in black), key=len)
        self.points[loser] -= 10
        self.points[winner] += 10

    # The end

    def documents(self) -> None:
        self.open("documents/", "open the documents", "Documents")
        self.look("documents")
        self.open("documents/new/standings/", "open a document's options", "Standings")
        self.look("a document's options")
        begun = time.perf_counter()
        self.page.locator("button:text-is('Make PDF')").press("Enter")
        self.seen("h1", "Work ").or_(self.seen("h1", "Documents")).first.wait_for()
        self.work()
        open_pdf = self.page.locator("a", has_text="Open PDF").first
        open_pdf.wait_for(timeout=60_000)
        self.times["make the standings as PDF"].append(time.perf_counter() - begun)
        found = self.page.request.get(open_pdf.evaluate("a => a.href")).body()
        assert found.startswith(b"%PDF")

    def finish_tournament(self, last: int) -> None:
        self.page.goto(f"{self.desk}rounds/{last}/")
        self.page.locator("button:text-is('Finish the tournament')").press("Enter")
        self.confirm("finish the tournament", self.seen("h1", f"Standings after round {last}"))
        self.look("final standings")
        self.open("history/", "open the history", "History")
        follow(self.page, "main a:text-is('irregular acts')")
        expect(self.page.locator("main")).to_contain_text("the slip says so")
        self.look("history")

    def download(self) -> bytes:
        """The report, by its link on the last page that has one."""
        with self.timed("download the report"):
            answer = self.page.request.get(f"{self.desk}rounds/report/trf26/")
        assert answer.ok
        return answer.body()

    def table(self) -> str:
        lines = ["| Act | Times | Median, ms | Worst, ms |", "|---|---:|---:|---:|"]
        for step, taken in self.times.items():
            median, worst = 1000 * statistics.median(taken), 1000 * max(taken)
            lines.append(f"| {step} | {len(taken)} | {median:.0f} | {worst:.0f} |")
        return "\n".join(lines)


def judge(final: bytes, *, before_correction: bytes, corrected: int) -> None:
    """The checker finds nothing: in the report made while the wrong result still stood, nor in
    the final one, where a round that was paired from the wrong result stands (C.04.2 art. 4.3) and
    the report says so."""
    earlier = check(read(before_correction))
    assert earlier.clean, earlier
    document = read(final)
    found = check(document)
    assert (found.points, found.ranks, found.ranks_problem) == ((), (), None), found
    assert found.ranks_judged
    assert found.clean, found
    assert any(f"### Correction @ Round {corrected}:" in line for line in document.comments)
