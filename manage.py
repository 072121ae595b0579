#!/usr/bin/env python
"""Django's commands. With no database configured, the embedded servers are started for them."""

import os
import signal
import sys

import django

from config.local.embedded import ensure_services
from config.local.folders import EmbeddedError
from pairing import VERSION


def main() -> None:
    if sys.argv[1:] == ["--version"]:
        print(f"Hakem {VERSION}, Django {django.get_version()}")
        return
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # an ordered end takes them down too
    try:
        ensure_services(lambda step: print(step, file=sys.stderr))
    except EmbeddedError as error:
        sys.exit(f"Hakem cannot start. {error}")

    # Django reads the addresses of the servers, which are known by now.
    from django.core.management import execute_from_command_line

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
