"""The work of a job with a list: fetch it, load it, or take it back; one list at a time."""

from django.utils import timezone

from tournaments.kernel.errors import Refused
from tournaments.models import (
    Job,
    ListImport,
    RatingList,
)
from tournaments.register import changes, sources, taking_back
from tournaments.register.importing import import_now, one_list_at_a_time
from tournaments.register.local_lists import import_local


def run_import(job: Job) -> None:
    """Load a list in a worker: ask its address if it is to come from there, read, merge, and tell
    the desks of what it changed; or take back what is loaded."""
    work = ListImport.objects.select_related("list", "created_by").get(pk=job.target)
    if work.stage in (ListImport.Stage.UNCHANGED, ListImport.Stage.TAKEN_BACK):
        return  # delivered twice
    if work.stage == ListImport.Stage.MERGED and "take_back" in work.reading:
        with one_list_at_a_time():
            taking_back.take_back(work=work, by=job.created_by)
        return
    if work.fetched and not work.size:
        try:
            sources.fetch(work)
        except sources.NothingNewer:
            work.stage, work.finished_at = ListImport.Stage.UNCHANGED, timezone.now()
            work.save(update_fields=["stage", "finished_at"])
            return
    if work.stage != ListImport.Stage.MERGED:
        _import(work, job)
    changes.tell()


def _import(work: ListImport, job: Job) -> None:
    try:
        if work.list.kind == RatingList.Kind.FIDE:
            import_now(work, job)
        else:
            import_local(work, job)
    except Refused:
        if work.fetched:
            sources.forget_what_was_fetched(work.list)
        raise
