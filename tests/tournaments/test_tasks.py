"""Celery's door: work is handed over by the names of tasks, so each name must be one."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from config.celery import app
from tournaments import tasks
from tournaments.kernel import jobs
from tournaments.models import Job
from tournaments.services.programs import webhooks


@pytest.mark.parametrize("kind", Job.Kind)
def test_every_kind_of_job_has_a_task(kind: Job.Kind) -> None:
    app.loader.import_default_modules()  # as a worker does
    assert jobs.TASKS[kind] in app.tasks


def test_messages_to_programs_have_a_task() -> None:
    assert app.tasks[webhooks.DELIVER] == tasks.deliver


def test_no_message_waits_for_the_second_engine() -> None:
    """A seal of a large round takes minutes: the workers of pairings, papers and mail take none,
    and a worker of each way to run the product does."""
    root = Path(settings.BASE_DIR)
    assert settings.CELERY_TASK_ROUTES[tasks.seal_round.name]["queue"] == settings.QUEUES["seals"]
    compose = (root / "docker-compose.yml").read_text()
    lines = re.findall(r"--queues=(\S+)", compose)
    taken = [{name.partition(".")[2] for name in line.split(",")} for line in lines]
    runner = (root / "config" / "local" / "runner.py").read_text()
    lines = re.findall(r" queues\((\".+?)\)", runner)
    taken_here = [set(re.findall(r'"(\w+)"', line)) for line in lines]
    for each in (taken, taken_here):
        assert set.union(*each) >= set(settings.QUEUES)
        assert [one for one in each if "seals" in one and one & {"first", "papers", "mail"}] == []
