"""The way back from a national or an own list: what the register said before its last file.

Somebody takes the year of birth for the rating, and notices when the register holds it. So each
such import notes what it will change, and as long as it is the last of its list it can be taken
back: ratings, months, clubs, numbers and columns as they were, and whom only it knew is gone.
"""

from collections.abc import Iterable
from typing import Any

from django.db import connection, transaction

from tournaments.kernel.errors import Refused
from tournaments.kernel.log import record
from tournaments.models import Job, ListBefore, ListImport, RatingList, RegisteredPlayer, User
from tournaments.register import changes
from tournaments.register.sources import start_import

_REGISTER = RegisteredPlayer._meta.db_table
_BEFORE = ListBefore._meta.db_table


# --- Note ---------------------------------------------------------------------------------------


def note_list(work: ListImport) -> None:
    """Note the list's own state; only one import of a list can be taken back."""
    rating_list = work.list
    work.reading = work.reading | {
        "month_before": f"{rating_list.month:%Y-%m-%d}" if rating_list.month else "",
        "players_before": rating_list.players,
    }
    ListBefore.objects.filter(list_import__list=rating_list).delete()


def note_national(cursor: Any, work: ListImport) -> None:
    """Of `local_staging`, which has each national ID once."""
    federation = work.list.federation
    note = (
        f"INSERT INTO {_BEFORE} (list_import_id, player, added, rating, month, club, national_id) "
        f"SELECT DISTINCT ON (p.id) %s, p.id, false, p.national, p.national_month, p.club, "
        f"p.national_id FROM {_REGISTER} p JOIN local_staging s "
    )
    cursor.execute(
        f"{note} ON p.fide_id = s.fide_id AND p.fide_id <> '' AND s.fide_id <> '' "
        f"WHERE p.national_id = '' AND p.federation = %s",
        [work.pk, federation],
    )
    cursor.execute(
        f"{note} ON p.national_id = s.national_id AND p.national_id <> '' "
        f"WHERE p.federation = %s AND (p.national <> s.rating OR p.club <> s.club)",
        [work.pk, federation],
    )


def note_own(cursor: Any, work: ListImport) -> None:
    """Every rating of the list that is valid now."""
    cursor.execute(
        f"INSERT INTO {_BEFORE} (list_import_id, player, added, rating, month, club, national_id) "
        f"SELECT %s, player_id, false, rating, month, '', '' FROM tournaments_ownrating "
        f"WHERE list_id = %s AND until IS NULL",
        [work.pk, work.list_id],
    )


def note_added(cursor: Any, work: ListImport, last: int) -> None:
    """Note the players who were added behind the register's last one."""
    cursor.execute(
        f"INSERT INTO {_BEFORE} (list_import_id, player, added, rating, club, national_id) "
        f"SELECT %s, id, true, 0, '', '' FROM {_REGISTER} WHERE id > %s",
        [work.pk, last],
    )


def last_player(cursor: Any) -> int:
    cursor.execute(f"SELECT max(id) FROM {_REGISTER}")
    return cursor.fetchone()[0] or 0


# --- Take back ----------------------------------------------------------------------------------


def to_be_taken_back(imports: Iterable[ListImport]) -> set[int]:
    """Those of them that may be: the last of its list, once."""
    last = (
        ListImport.objects.filter(stage__in=[ListImport.Stage.MERGED, ListImport.Stage.TAKEN_BACK])
        .order_by("list_id", "-finished_at", "-pk")
        .distinct("list_id")
        .values_list("pk", flat=True)
    )
    return {
        work.pk
        for work in imports
        if work.stage == ListImport.Stage.MERGED
        and work.list.kind != RatingList.Kind.FIDE
        and "month_before" in work.reading
    } & set(last)


@transaction.atomic
def ask_to_take_back(*, work: ListImport, by: User | None) -> Job:
    """A worker does it: three hundred thousand players take a while."""
    work = ListImport.objects.select_related("list").select_for_update(of=("self",)).get(pk=work.pk)
    if not to_be_taken_back([work]):
        raise Refused("register.not_the_last")
    work.reading = work.reading | {"take_back": True}
    work.save(update_fields=["reading"])
    return start_import(work, by=by)


def take_back(*, work: ListImport, by: User | None) -> ListImport:
    """Whole or not at all. Entries keep their ratings; the desks are told what differs now."""
    with transaction.atomic(), connection.cursor() as cursor:
        rating_list = RatingList.objects.select_for_update().get(pk=work.list_id)
        work = (
            ListImport.objects.select_related("list")
            .select_for_update(of=("self",))
            .get(pk=work.pk)
        )
        if not to_be_taken_back([work]):
            raise Refused("register.not_the_last")
        if rating_list.kind == RatingList.Kind.NATIONAL:
            _national_back(cursor, work)
        else:
            _own_back(cursor, work)
        _added_back(cursor, work)
        rating_list.month = work.reading["month_before"] or None
        rating_list.players = work.reading["players_before"]
        rating_list.mapping = work.reading.get("mapping_before", rating_list.mapping)
        rating_list.save(update_fields=["month", "players", "mapping"])
        work.stage = ListImport.Stage.TAKEN_BACK
        work.save(update_fields=["stage"])
        work.before.all().delete()
        record(
            "register.list_taken_back",
            by=by,
            target=rating_list,
            label=work.said,
            before={"rows": work.rows, "added": work.added, "changed": work.changed},
        )
    changes.tell()
    return work


def _national_back(cursor: Any, work: ListImport) -> None:
    cursor.execute(
        f"DELETE FROM tournaments_pastrating r USING {_BEFORE} b "
        f"WHERE b.list_import_id = %s AND r.player_id = b.player AND r.kind = 'national' "
        f"AND r.until = %s AND r.month = b.month",
        [work.pk, work.month],
    )
    cursor.execute(
        f"UPDATE {_REGISTER} p SET national = b.rating, national_month = b.month, "
        f"club = b.club, national_id = b.national_id FROM {_BEFORE} b "
        f"WHERE b.list_import_id = %s AND NOT b.added AND p.id = b.player",
        [work.pk],
    )


def _own_back(cursor: Any, work: ListImport) -> None:
    cursor.execute(
        f"DELETE FROM tournaments_ownrating o WHERE o.list_id = %s AND (o.until IS NULL "
        f"OR o.until = %s AND EXISTS (SELECT 1 FROM {_BEFORE} b WHERE b.list_import_id = %s "
        f"AND NOT b.added AND b.player = o.player_id AND b.month = o.month))",
        [work.list_id, work.month, work.pk],
    )
    cursor.execute(
        f"INSERT INTO tournaments_ownrating (list_id, player_id, rating, month) "
        f"SELECT %s, b.player, b.rating, b.month FROM {_BEFORE} b "
        f"JOIN {_REGISTER} p ON p.id = b.player WHERE b.list_import_id = %s AND NOT b.added",
        [work.list_id, work.pk],
    )


def _added_back(cursor: Any, work: ListImport) -> None:
    """Remove players whom only this list knew from the register, unless they have been entered
    since or another list knows them too."""
    cursor.execute(
        f"UPDATE {_REGISTER} p SET national = 0, national_month = NULL FROM {_BEFORE} b "
        f"WHERE b.list_import_id = %s AND b.added AND p.id = b.player",
        [work.pk],
    )
    cursor.execute(
        f"DELETE FROM {_REGISTER} p USING {_BEFORE} b "
        f"WHERE b.list_import_id = %s AND b.added AND p.id = b.player AND p.list_month IS NULL "
        f"AND NOT EXISTS (SELECT 1 FROM tournaments_entry e WHERE e.player_id = p.id) "
        f"AND NOT EXISTS (SELECT 1 FROM tournaments_ownrating o WHERE o.player_id = p.id) "
        f"AND NOT EXISTS (SELECT 1 FROM tournaments_pastrating r WHERE r.player_id = p.id)",
        [work.pk],
    )
