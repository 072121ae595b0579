"""A national list that the federation itself has worked out and published: it is in the register
at once, by the numbers of the players, and can be taken back like a list that came as a file."""

from collections.abc import Mapping
from datetime import date

from django.db import connection, transaction
from django.utils import timezone

from tournaments.kernel.log import record
from tournaments.models import ListBefore, ListImport, RatingList, RegisteredPlayer, User
from tournaments.register import taking_back
from tournaments.register.importing import one_list_at_a_time
from tournaments.register.local_lists import local_list

_REGISTER = RegisteredPlayer._meta.db_table
_BEFORE = ListBefore._meta.db_table


def hold_national(
    *, federation: str, month: date, ratings: Mapping[int, int], by: User | None
) -> ListImport:
    """Player → national rating from this month on; who is not named has none any more."""
    with one_list_at_a_time(), transaction.atomic(), connection.cursor() as cursor:
        rating_list = RatingList.objects.select_for_update().get(
            pk=local_list(federation=federation).pk
        )
        work = ListImport.objects.create(
            list=rating_list,
            month=month,
            file_name="",
            stage=ListImport.Stage.MERGED,
            rows=len(ratings),
            created_by=by,
            finished_at=timezone.now(),
        )
        taking_back.note_list(work)
        cursor.execute("DROP TABLE IF EXISTS national_said")
        cursor.execute(
            "CREATE TEMP TABLE national_said (player_id bigint PRIMARY KEY, rating smallint) "
            "ON COMMIT DROP"
        )
        with cursor.copy("COPY national_said (player_id, rating) FROM STDIN") as target:
            for row in ratings.items():
                target.write_row(row)
        cursor.execute(
            f"INSERT INTO national_said SELECT p.id, 0 FROM {_REGISTER} p "
            f"WHERE p.federation = %s AND p.national > 0 ON CONFLICT DO NOTHING",
            [federation],
        )
        cursor.execute("ANALYZE national_said")
        cursor.execute(
            f"INSERT INTO {_BEFORE} "
            f"(list_import_id, player, added, rating, month, club, national_id) "
            f"SELECT %s, p.id, false, p.national, p.national_month, p.club, p.national_id "
            f"FROM {_REGISTER} p JOIN national_said s ON s.player_id = p.id "
            f"WHERE p.national <> s.rating",
            [work.pk],
        )
        # Ratings of the earlier list are kept, for events that began under it.
        cursor.execute(
            f"INSERT INTO tournaments_pastrating "
            f"(player_id, kind, month, until, standard, rapid, blitz, national) "
            f"SELECT p.id, 'national', p.national_month, %s, 0, 0, 0, p.national "
            f"FROM {_REGISTER} p JOIN national_said s ON s.player_id = p.id "
            f"WHERE p.national <> s.rating AND p.national_month < %s "
            f"ON CONFLICT (player_id, kind, until) DO NOTHING",
            [month, month],
        )
        cursor.execute(
            f"UPDATE {_REGISTER} p SET national = s.rating, national_month = %s "
            f"FROM national_said s WHERE s.player_id = p.id AND p.national <> s.rating",
            [month],
        )
        work.changed = cursor.rowcount
        work.reading = work.reading | {"mapping_before": rating_list.mapping}
        work.save()
        rating_list.month, rating_list.players = month, len(ratings)
        rating_list.loaded_at = timezone.now()
        rating_list.save(update_fields=["month", "players", "loaded_at"])
        record(
            "register.list_loaded",
            by=by,
            target=rating_list,
            label=work.said,
            after={"rows": work.rows, "added": 0, "changed": work.changed},
        )
    return work
