"""Settings: each one is read strictly, and a wrong value stops the start with its name."""

from pathlib import Path

import pytest

from config.env import BadSetting, env_bool, env_int, env_list, env_secret, env_str


@pytest.fixture(autouse=True)
def nothing_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("THING", "THING_FILE"):
        monkeypatch.delenv(name, raising=False)


def test_unset_and_empty_mean_the_default(monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(2):
        assert env_str("THING", "a") == "a"
        assert env_bool("THING", True) is True
        assert env_int("THING", 7) == 7
        assert env_list("THING", ["a"]) == ["a"]
        monkeypatch.setenv("THING", "  ")


@pytest.mark.parametrize(
    ("text", "value"), [("yes", True), ("TRUE", True), ("1", True), ("off", False), ("No", False)]
)
def test_yes_and_no_have_several_spellings(
    monkeypatch: pytest.MonkeyPatch, text: str, value: bool
) -> None:
    monkeypatch.setenv("THING", text)
    assert env_bool("THING", not value) is value


def test_a_list_is_separated_by_commas(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THING", " a.example, b.example ,")
    assert env_list("THING") == ["a.example", "b.example"]


def test_a_wrong_value_stops_the_start_with_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THING", "perhaps")
    with pytest.raises(BadSetting, match="THING must be yes or no, not 'perhaps'"):
        env_bool("THING", False)
    with pytest.raises(BadSetting, match="THING must be a whole number, not 'perhaps'"):
        env_int("THING", 0)


@pytest.mark.parametrize("text", ["0", "65536"])
def test_a_number_out_of_range_stops_the_start(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv("THING", text)
    with pytest.raises(BadSetting, match="THING must be at least 1 and at most 65535"):
        env_int("THING", 1, least=1, most=65535)


def test_what_has_no_default_must_be_there() -> None:
    with pytest.raises(BadSetting, match="THING is missing"):
        env_str("THING")
    with pytest.raises(BadSetting, match="THING is missing, and a secret has no default"):
        env_secret("THING")


def test_a_secret_is_made_once_and_only_its_owner_may_read_it(tmp_path: Path) -> None:
    place = tmp_path / "var" / "thing"

    secret = env_secret("THING", generated_at=place)

    assert len(secret) >= 50
    assert env_secret("THING", generated_at=place) == secret
    assert place.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in place.parent.iterdir()] == ["thing"]


def test_a_secret_may_come_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("abc\n")
    monkeypatch.setenv("THING_FILE", str(tmp_path / "secret"))
    assert env_secret("THING") == "abc"


def test_an_empty_or_missing_secret_file_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "thing").touch()
    with pytest.raises(BadSetting, match="THING is empty in"):
        env_secret("THING", generated_at=tmp_path / "thing")
    monkeypatch.setenv("THING_FILE", str(tmp_path / "nowhere"))
    with pytest.raises(BadSetting, match="THING_FILE cannot be read from"):
        env_secret("THING")
