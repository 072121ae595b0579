"""The process of the event stream: `python -m config.streams`, on STREAMS_HOST and STREAMS_PORT.

It stands beside the web server, whose threads would each be taken by one listener
(docs/decisions/0009-the-stream-is-a-process-of-its-own.md).
"""

import os
import resource
from typing import Any

from config.env import env_int, env_str


def load() -> Any:
    """The application, in the process that serves it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("DATABASE_SECONDS", "30")
    # One thread asks for all listeners: a pool, which web processes of the same machine may have,
    # would hold connections that nobody uses.
    os.environ["DATABASE_POOL"] = "0"
    # The parent, which only watches, stays small.
    import django
    from django.utils.module_loading import import_string

    django.setup()
    return import_string("tournaments.api.streams.application")


def main() -> None:
    # Only the process that serves needs it.
    from granian import Granian
    from granian.constants import Interfaces
    from granian.log import LogLevels

    # A line is a file to the kernel, and 1024 are few.
    _soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    Granian(
        "config.streams:load",
        factory=True,
        interface=Interfaces.ASGI,
        address=env_str("STREAMS_HOST", "127.0.0.1"),
        port=env_int("STREAMS_PORT", 8001, least=1, most=65535),
        websockets=False,
        workers=1,
        backlog=4096,
        backpressure=4096,
        respawn_failed_workers=True,
        workers_kill_timeout=2,
        log_level=LogLevels.warning,
    ).serve()


if __name__ == "__main__":
    main()
