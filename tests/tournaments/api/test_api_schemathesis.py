"""Schemathesis reads the document and looks on a real server for what it does not say.

make test-full ARGS="tests/tournaments/api/test_api_schemathesis.py"
"""

import json
import os
import re
import subprocess
import sys

import pytest

from tests.tournaments.api.described import operations
from tests.tournaments.api.whole_event import whole_event
from tournaments.models import Scope
from tournaments.services.programs.tokens import make_token

pytestmark = [pytest.mark.full, pytest.mark.django_db(transaction=True)]

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "missing_required_header",
    "unsupported_method",
)
#: they take away what every other operation needs: the token, the duty, the whole event
LEFT_OUT = ("removeEvent", "giveDuty")
#: cases of each operation; stateful: walks from answer to answer
EXAMPLES = {"coverage": 10, "fuzzing": 10, "stateful": 40}


def run(server, folder, token, phase):
    done = subprocess.run(
        [
            *(sys.executable, "-m", "schemathesis.cli", "run", f"{server.url}/api/v1/openapi.json"),
            *(
                "--origin",
                server.url,
                "--checks",
                ",".join(CHECKS),
                "--max-examples",
                str(EXAMPLES[phase]),
                "--phases",
                phase,
            ),
            *("--header", f"Authorization: Bearer {token}", "--suppress-health-check", "all"),
            *("--request-timeout", "300"),  # a busy machine breaks no promise
            *("--continue-on-failure", "--warnings", "off", "--generation-database", "none"),
            *(
                "--report",
                "json",
                "--report-json-path",
                "report.json",
                "--output-sanitize",
                "false",
            ),
        ],
        cwd=folder,
        env=os.environ | {"NO_COLOR": "1"},
        stdout=(folder / "told.txt").open("w", encoding="utf-8"),
        stderr=subprocess.STDOUT,
        check=False,
    )
    return done.returncode, (folder / "told.txt").read_text(encoding="utf-8")


def real_places(whole):
    """A configuration by which addresses lead to something that exists."""
    lines = []
    for operation in operations():
        if operation.name in LEFT_OUT:
            lines += ["[[operations]]", f'include-operation-id = "{operation.name}"']
            lines += ["enabled = false", ""]
        elif places := whole.values(operation):
            lines += ["[[operations]]", f'include-operation-id = "{operation.name}"']
            told = ", ".join(f'"path.{name}" = {json.dumps(v)}' for name, v in places.items())
            lines += [f"parameters = {{ {told} }}", ""]
    return "\n".join(lines)


@pytest.mark.usefixtures("worker")
@pytest.mark.parametrize("phase", EXAMPLES)
def test_the_server_does_nothing_that_the_document_does_not_say(
    live_server, tmp_path, settings, phase
):
    settings.API_RATES = dict.fromkeys(settings.API_RATES, "1000000/min")
    settings.SITE_URL = live_server.url
    settings.EVENTS_BY_ANYBODY = True
    whole = whole_event()
    _token, secret = make_token(event=None, name="T", scopes=Scope.values, by=whole.chief)
    (tmp_path / "schemathesis.toml").write_text(real_places(whole), encoding="utf-8")
    status, told = run(live_server, tmp_path, secret, phase)
    assert status == 0, told
    assert int(re.search(r"(\d+) generated", told)[1]) > 100
