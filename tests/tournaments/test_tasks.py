"""Celery's door: work is handed over by the names of tasks, so each name must be one."""

import pytest

from config.celery import app
from tournaments import tasks
from tournaments.kernel import jobs
from tournaments.models import Job
from tournaments.services.programs import webhooks


@pytest.mark.parametrize("kind", Job.Kind)
def test_every_kind_of_job_has_a_task(kind: Job.Kind) -> None:
    assert jobs.TASKS[kind] in app.tasks


def test_messages_to_programs_have_a_task() -> None:
    assert app.tasks[webhooks.DELIVER] == tasks.deliver
