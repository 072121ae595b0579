"""No service locks, records or touches by hand: forgetting one of the steps shows an old page."""

import ast
from pathlib import Path

import tournaments

HERE = Path(tournaments.__file__).parent
#: the steps of an act, which only `kernel.acts` takes one by one
STEPS = {
    "tournaments.kernel.acts": {"lock", "touch"},
    "tournaments.kernel.confirm": {"require"},
    "tournaments.kernel.log": {"record"},
}
#: who takes one all the same, and why
EXCEPT = {
    ("services/papers/documents.py", "record"): "a paper is made long after it was asked for, and "
    "is kept even if its tournament was removed meanwhile",
    ("services/teams/captains.py", "record"): "a message that is out is out, whatever became of "
    "the tournament meanwhile",
    ("register/", "record"): "an import of a list has its own locks, and no page of a tournament",
    (
        "api/views/plans.py",
        "lock",
    ): "the version is compared under the lock of the act that follows",
    ("api/views/team_work.py", "lock"): "the version is compared under the lock of the act that "
    "follows",
    ("services/reports/importing.py", "select_for_update"): "a worker that makes a "
    "tournament keeps its event from being changed meanwhile",
}
ROWS = ("Tournament.", "tournaments.select_for_update", "Event.objects", "tournament.select_for")


def steps_by_hand(text: str) -> set[str]:
    """The steps that a module takes by itself."""
    found = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            found |= {one.name for one in node.names} & STEPS.get(node.module or "", set())
        elif isinstance(node, ast.Attribute) and node.attr == "select_for_update":
            if any(row in ast.unparse(node) for row in ROWS):
                found.add("select_for_update")
        elif isinstance(node, ast.AugAssign) and ast.unparse(node.target).endswith(".revision"):
            found.add("revision")
    return found


def test_the_steps_of_an_act_are_taken_by_the_kernel_alone():
    seen, found = 0, set()
    for path in sorted(HERE.rglob("*.py")):
        name = path.relative_to(HERE).as_posix()
        if name.startswith(("kernel/", "migrations/")):
            continue
        seen += 1
        where = "register/" if name.startswith("register/") else name
        found |= {(where, step) for step in steps_by_hand(path.read_text())}
    assert seen > 200
    assert found == set(EXCEPT)


def test_a_step_by_hand_is_seen():
    assert steps_by_hand("from tournaments.kernel.acts import act, lock, touch") == {
        "lock",
        "touch",
    }
    assert steps_by_hand("from tournaments.kernel.log import MOMENT, record") == {"record"}
    assert steps_by_hand("from tournaments.kernel.confirm import require") == {"require"}
    assert steps_by_hand("tournament.revision += 1") == {"revision"}
    assert steps_by_hand("Tournament.objects.filter(pk=1).select_for_update()") == {
        "select_for_update"
    }
    assert steps_by_hand("list(event.tournaments.select_for_update())") == {"select_for_update"}
    assert steps_by_hand("Entry.objects.select_for_update().get(pk=1)") == set()
