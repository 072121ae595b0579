"""A worker's part with a list: ask for it, read and merge it, or take it back."""

from django.utils import timezone

from tournaments.kernel.errors import Refused
from tournaments.models import Job, ListImport, RatingList
from tournaments.register import changes, list_before, list_sources
from tournaments.register.local_lists import import_local
from tournaments.register.rating_lists import import_now, one_list_at_a_time


def run_import(job: Job) -> None:
    """Load a list in a worker: ask its address if it is to come from there, read, merge, and tell
    the desks of what it changed; or take back what is loaded."""
    work = ListImport.objects.select_related("list", "created_by").get(pk=job.target)
    if work.stage in (ListImport.Stage.UNCHANGED, ListImport.Stage.TAKEN_BACK):
        return  # delivered twice
    if work.stage == ListImport.Stage.MERGED and "take_back" in work.reading:
        with one_list_at_a_time():
            list_before.take_back(work=work, by=job.created_by)
        return
    if work.fetched and not work.size:
        try:
            list_sources.fetch(work)
        except list_sources.NothingNewer:
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
            list_sources.forget_what_was_fetched(work.list)
        raise
