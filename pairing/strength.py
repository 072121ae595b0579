"""The rating that ranks the players (TRF26 record 172), from the ratings that they have."""


def ranking_rating(method: str, fide: int, national: int) -> int | None:
    """By the method; None where somebody types it (OTHER), or the method is not known."""
    both = [rating for rating in (fide, national) if rating]
    ratings = {
        "FIDE": fide,
        "NRO": national,
        "FIDON": fide or national,
        "NIDOF": national or fide,
        "HBFN": max(fide, national),
        "LBFN": min(both, default=0),
    }
    return ratings.get(method)
