"""Reading a file gives a document or a `FileError` and nothing else, whatever the file holds."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairing.errors import FileError, InconsistentHistory
from pairing.trf import ADJUSTMENTS, read, write
from tests.pairing.trf.trf_lines import CASES
from tests.pairing.trf.trf_mutations import mutated

SOURCES = [path.read_bytes() for path in sorted(CASES.glob("*.trf"))]


def survives(data: bytes | str) -> bool:
    """True if it was read; then it can be written in every profile and read again."""
    try:
        document = read(data)
    except FileError as error:
        assert str(error)
        return False
    for adjustment in document.adjustments:
        names = tuple(name for name, _ in adjustment.values)
        assert names == ADJUSTMENTS[adjustment.code.removeprefix("trf.")]
    for profile in ("trf16", "engine"):
        write(document, profile)
    rewritten = write(replace(document, source=None), "trf26")
    assert read(rewritten) == replace(document, version="TRF26")
    for number in range(document.begun_rounds + 1):
        try:
            document.state(number)
        except InconsistentHistory:
            break
    return True


@pytest.mark.parametrize("seed", range(4))
def test_damaged_files_are_read_or_refused(seed: int) -> None:
    random = Random(seed)
    read_well = sum(survives(mutated(random.choice(SOURCES), random)) for _ in range(150))
    assert 0 < read_well < 150


@pytest.mark.full
@pytest.mark.parametrize("seed", range(100, 120))
def test_many_damaged_files_are_read_or_refused(seed: int) -> None:
    random = Random(seed)
    for _ in range(1000):
        survives(mutated(random.choice(SOURCES), random))


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.binary(max_size=300), st.text(max_size=300)))
def test_arbitrary_content_is_refused(data: bytes | str) -> None:
    assert survives(data) is False


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(("001", "162", "240", "250", "260", "299", "310", "XXA", "XXS")),
            st.text("0123456789 .-+wbWDLPA=FHUZ", max_size=120),
        ),
        max_size=8,
    )
)
def test_records_of_arbitrary_columns_are_read_or_refused(lines: list[tuple[str, str]]) -> None:
    survives("\n".join(f"{code} {text}" for code, text in lines))
