"""Celery's door: pairs a round through the same service as everything else."""

from celery import shared_task


@shared_task
def pair_round(job_id: int) -> None:
    from tournaments.services import jobs, rounds

    jobs.run_job(job_id, rounds.pair_round, on_failure=rounds.release_round)
