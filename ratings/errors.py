"""The errors of the ratings core, as facts.

RatingError
└── CaseError    a case file cannot be read: where in the file, what was expected
"""


class RatingError(Exception):
    """Base of every error the ratings core raises on purpose."""


class CaseError(RatingError):
    def __init__(self, where: str, expected: str) -> None:
        super().__init__(f"{where}: expected {expected}" if where else f"expected {expected}")
        self.where = where
        self.expected = expected
