"""The published national list is what entries, seedings and re-ratings of events use."""

from datetime import date

from django.conf import settings
from django.db import transaction

from federation.models import MonthList, RatingRun, Series
from federation.queries.ratings_lists import all_holding
from federation.queries.ratings_people import aliases
from tournaments.kernel.errors import Refused
from tournaments.kernel.jobs import hand_over
from tournaments.models import ListImport, PastRating, RegisteredPlayer, User
from tournaments.register import changes, taking_back
from tournaments.register.published import hold_national

TASK = "federation.tasks.tell_of_lists"


def hold(run: RatingRun, *, by: User | None) -> None:
    """The last national list of a run is in the register, and earlier months as corrected."""
    lists = _national(run)
    if not lists:
        return
    work = hold_national(
        federation=settings.FEDERATION_CODE,
        month=lists[-1].month,
        ratings=_ratings(lists[-1]),
        by=by,
    )
    run.list_import = work.pk
    if run.is_correction:
        _rewrite_the_past(lists)
    transaction.on_commit(lambda: hand_over(TASK, run.pk))


def give_back(run: RatingRun, *, by: User | None) -> None:
    """Give back what the register said before, once the lists of the run hold no more."""
    lists = _national(run)
    if not lists or run.list_import is None:
        return
    work = ListImport.objects.select_related("list").filter(pk=run.list_import).first()
    if work is None or not taking_back.to_be_taken_back([work]):
        raise Refused("register.not_the_last")
    taking_back.take_back(work=work, by=by)
    if run.is_correction:
        _rewrite_the_past(lists)


def tell() -> None:
    """The desks hear that ratings differ now."""
    changes.tell()


def _national(run: RatingRun) -> list[MonthList]:
    return list(run.lists.filter(series=Series.NATIONAL).order_by("month"))


def _ratings(of: MonthList) -> dict[int, int]:
    """Player → rating; of somebody listed twice, the row with more games."""
    merged = aliases()
    ours = RegisteredPlayer.objects.filter(federation=settings.FEDERATION_CODE)
    known = set(ours.values_list("pk", flat=True))
    rows = of.rows.order_by("total_games").values_list("player", "rating")
    found = {merged.get(player, player): rating for player, rating in rows}
    return {player: rating for player, rating in found.items() if player in known}


def _rewrite_the_past(corrected: list[MonthList]) -> None:
    """Past ratings since the first corrected month, of everybody whom the correction changes, as
    the lists that hold now have them."""
    first = corrected[0]
    told = [one for one in all_holding(Series.NATIONAL) if one.month >= first.month]
    ratings = [(one.month, _ratings(one)) for one in told]
    others = {
        one.pk: _ratings(one)
        for one in MonthList.objects.filter(
            series=Series.NATIONAL, month__in=[one.month for one in corrected]
        )
    }
    touched = _who_differ(list(others.values()))
    before = _ratings(first.base) if first.base else {}
    rows = PastRating.objects.filter(
        kind="national", player__in=touched, until__gte=first.month
    ).order_by("-until")
    began: dict[int, tuple[date, int]] = {}
    for row in rows:  # the earliest end stays
        if row.month < first.month:
            began[row.player_id] = row.month, row.national
    rows.delete()
    made = []
    for player in touched:
        since, rating = began.get(player, (first.period, before.get(player, 0)))
        for month, listed in ratings:
            now = listed.get(player, 0)
            if now != rating:
                if rating:
                    made.append(
                        PastRating(
                            player_id=player,
                            kind="national",
                            month=since,
                            until=month,
                            national=rating,
                        )
                    )
                since, rating = month, now
    PastRating.objects.bulk_create(made, ignore_conflicts=True)


def _who_differ(lists: list[dict[int, int]]) -> set[int]:
    """Those whom versions of the lists rate differently; of other months, too, which costs
    nothing but their being written anew."""
    everybody = set().union(*lists)
    return {player for player in everybody if len({one.get(player) for one in lists}) > 1}
