"""Celery's door: pairs a round through the same service as everything else."""

from celery import shared_task


@shared_task
def pair_round(job_id: int) -> None:
    from tournaments.kernel import jobs
    from tournaments.services.rounds import pairing

    jobs.run_job(job_id, pairing.pair_round, on_failure=pairing.release_round)
