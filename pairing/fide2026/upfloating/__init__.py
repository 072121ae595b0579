"""The procedure that two chapters of FIDE's 2026 edition have word for word: Double-Swiss (C.04.5)
and team Swiss (C.04.6), articles 3.3 to 3.6. Nobody floats down; who is needed comes up.

    Art. 1       definitions.py   what is read of a round
    Art. 2.3     criteria.py      the quality of a bracket, as far as both chapters ask for it
    Art. 3.3     bracket.py       one bracket after the other
    Art. 3.4     bye.py           the pairing-allocated bye
    Art. 3.5     upfloaters.py    who comes up into a bracket
    Art. 3.6     pairs.py         identifiers, who meets whom

Why a round is paired as it is, as data: reasons.py; questions about it: explain.py. What a chapter
has of its own, its `Field` says (`UpfloatingField`).
"""
