"""Conditions of every pairing of one round, whatever the system (C.04.1, C.04.2)."""

from itertools import pairwise

from pairing.state import Record, RoundPairing, TournamentState


def assert_sound(
    state: TournamentState, paired: RoundPairing, *, scores: dict[int, int] | None = None
) -> None:
    """Everybody once, nobody again, the bye to whom it may go, boards in order.

    `scores` are the pairing scores where they are not the standings (C.04.7 art. 1.5).
    """
    record = Record(state)
    assert paired.number == state.next_round
    assert_everybody_once(state, paired)
    assert_nobody_meets_again(record, paired)
    assert_forbidden_pairs_are_kept_apart(state, paired)
    assert_bye(record, paired)
    assert_board_order(paired, scores or record.score)


def assert_everybody_once(state: TournamentState, paired: RoundPairing) -> None:
    named = [tpn for board in paired.boards for tpn in (board.white, board.black)]
    named += [] if paired.bye is None else [paired.bye]
    assert sorted(named) == [player.tpn for player in state.to_be_paired()]
    # C.04.1 art. 3: a bye only if the number is odd.
    assert (paired.bye is not None) == (len(named) % 2 == 1)


def assert_nobody_meets_again(record: Record, paired: RoundPairing) -> None:
    """C.04.1 art. 2; a game not played does not count (C.04.2 art. 3.5)."""
    for board in paired.boards:
        assert board.black not in record.met[board.white]


def assert_forbidden_pairs_are_kept_apart(state: TournamentState, paired: RoundPairing) -> None:
    for group in state.forbidden:
        if group.applies_to(paired.number):
            for board in paired.boards:
                assert not {board.white, board.black} <= group.players


def assert_bye(record: Record, paired: RoundPairing) -> None:
    """C.04.1 art. 4."""
    assert paired.bye is None or paired.bye not in record.bye_barred


def assert_board_order(paired: RoundPairing, scores: dict[int, int]) -> None:
    """C.04.2 art. 3.6: score of the higher ranked, sum of both, TPN of the higher ranked."""
    keys = []
    for board in paired.boards:
        higher, lower = sorted((board.white, board.black), key=lambda tpn: (-scores[tpn], tpn))
        keys.append((-scores[higher], -scores[higher] - scores[lower], higher))
    assert all(one < two for one, two in pairwise(keys))
