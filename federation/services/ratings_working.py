"""The work of a run: list by list, each whole or not at all, so that a worker that dies loses at
most the list it was at."""

import hashlib
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone
from psycopg.types.json import Jsonb

from federation.core.rating_working import packed
from federation.models import ListedRating, MonthList, RatingRun, Working
from federation.queries.ratings_inputs import Inputs, Start, as_month, inputs
from ratings.change import Rated, coefficient
from ratings.events import Player
from ratings.first import Unrated
from ratings.games import RatedGame, rating_now
from ratings.period import answer_of, has_rested, judge
from tournaments.kernel.jobs import got_further, keep_going, report_progress
from tournaments.models import Job

State = RatingRun.State
#: progress is told after so many players
OFTEN = 5000
_LISTED = (
    "list_id", "player", "name", "title", "sex", "born", "federation", "fide_id", "national_id",
    "club", "province", "rating", "games", "k", "change", "total_games", "peak", "last_game",
    "inactive",
)  # fmt: skip


def work_out(job: Job) -> None:
    """In a worker: the lists of a run that are still to be done, the oldest first."""
    run = RatingRun.objects.get(pk=job.target)
    lists = list(run.lists.select_related("base").order_by("month", "series"))
    for place, one in enumerate(lists):
        if one.worked_at is None:
            keep_going(job)
            with transaction.atomic():
                _work_out(one, run, job, place, len(lists))
            got_further(job)
    RatingRun.objects.filter(pk=run.pk, state=State.WORKING).update(state=State.READY)


def _work_out(of: MonthList, run: RatingRun, job: Job | None, place: int, number: int) -> None:
    def told(share: float) -> None:
        if job is not None:
            report_progress(job, int(100 * (place + share) / number))

    chain = {one.month: one for one in run.lists.filter(series=of.series, month__lt=of.month)}
    told(0.05)
    found = inputs(of, chain=chain)
    told(0.3)
    judged = judge(found.period)
    told(0.5)
    ListedRating.objects.filter(list=of).delete()
    Working.objects.filter(list=of).delete()
    maker = _Maker(of, found, {player.id: player for player in found.period.players})
    rows, workings = [], []
    for at, (number_of, start) in enumerate(sorted(found.starts.items())):
        games = judged.sides.get(number_of, [])
        row, working = maker.of(number_of, start, games)
        if row:
            rows.append(row)
        if working:
            workings.append(working)
        if at % OFTEN == 0:
            told(0.5 + 0.3 * at / len(found.starts))
    _write(rows, workings)
    told(0.95)
    not_rated: dict[str, list[list[Any]]] = {}
    for one in judged.not_rated:
        own = found.left_out.get(int(one.event), {}).get(one.game)
        not_rated.setdefault(one.event, []).append([one.game, own or one.why.value])
    for event, reasons in found.left_out.items():
        known = {game for game, _why in not_rated.get(str(event), ())}
        more = [[game, why] for game, why in reasons.items() if game not in known]
        if more:
            not_rated.setdefault(str(event), []).extend(more)
    of.not_rated = not_rated
    of.players, of.games = len(rows), found.games - sum(map(len, not_rated.values()))
    of.newcomers, of.dropped = maker.newcomers, maker.dropped
    of.inactive = sum(row[-1] for row in rows)
    of.fingerprint = maker.fingerprint.hexdigest()
    of.worked_at = timezone.now()
    of.save()


class _Maker:
    """Makes the rows of one list."""

    def __init__(self, of: MonthList, found: Inputs, players: dict[int, Player]) -> None:
        self.list, self.period, self.players = of, found.period, players
        self.newcomers = self.dropped = 0
        self.fingerprint = hashlib.sha256()
        self.later = as_month(of.month) or found.period.period

    def of(
        self, number: int, start: Start, games: list[RatedGame]
    ) -> tuple[tuple[Any, ...] | None, tuple[Any, ...] | None]:
        """A row of the list and the working, where there are any."""
        if not games:
            return self._resting(number, start), None
        player = self.players[number]
        base = rating_now(player, self.period.edition)
        found = answer_of(player, games, self.period)
        working = None
        if isinstance(found, Unrated) or found.games:
            counted = games if isinstance(found, Unrated) else [row.game for row in found.games]
            data = packed(player, base, counted)
            working = (self.list.pk, number, base is not None, found.new, Jsonb(data))
        if isinstance(found, Rated) and not found.games:
            return self._resting(number, start), working
        self.dropped += start.rating is not None and found.new is None
        if found.new is None:
            return None, working
        played = len(found.games)
        change = found.change if isinstance(found, Rated) else None
        self.newcomers += start.rating is None and self._ours(start)
        after = replace(start, rating=found.new, games=start.games + played)
        after.peak = max(start.peak or 0, start.rating or 0, found.new)
        after.last_game = self.list.period
        return self._row(number, after, played, change), working

    def _resting(self, number: int, start: Start) -> tuple[Any, ...] | None:
        return self._row(number, start, 0, 0) if start.rating is not None else None

    def _ours(self, start: Start) -> bool:
        return start.federation == settings.FEDERATION_CODE

    def _row(
        self, number: int, one: Start, games: int, change: int | None
    ) -> tuple[Any, ...] | None:
        if one.rating is None or not self._ours(one):
            return None
        k = self._k(one)
        told = (number, one.rating, games, str(k), change)
        self.fingerprint.update(repr(told).encode())
        rested = has_rested(as_month(one.last_game), self.period.period, self.period.edition)
        return (
            self.list.pk, number, one.name, one.title, one.sex, one.born, one.federation,
            one.fide_id, one.national_id, one.club, one.province, one.rating, games, k, change,
            one.games, max(one.peak or 0, one.rating), one.last_game, rested,
        )  # fmt: skip

    def _k(self, one: Start) -> Decimal:
        """As the list gives it: for the period that begins with it."""
        player = Player(0, one.rating, one.k, one.born, one.games, one.peak)
        found = coefficient(player, one.rating or 0, self.period.edition, self.later)
        return Decimal(found.numerator) / Decimal(found.denominator)


def _write(rows: list[tuple[Any, ...]], workings: list[tuple[Any, ...]]) -> None:
    listed = f"COPY {ListedRating._meta.db_table} ({', '.join(_LISTED)}) FROM STDIN"
    worked = f"COPY {Working._meta.db_table} (list_id, player, rated, new, data) FROM STDIN"
    with connection.cursor() as cursor:
        for statement, lines in ((listed, rows), (worked, workings)):
            with cursor.copy(statement) as target:
                for line in lines:
                    target.write_row(line)


def again(of: MonthList) -> str:
    """Work a list out once more, without keeping it: the fingerprint is the same."""
    with transaction.atomic():
        run = of.run
        _work_out(of, run, None, 0, 1)
        found = of.fingerprint
        transaction.set_rollback(True)
    return found
