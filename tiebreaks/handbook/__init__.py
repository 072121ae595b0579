"""The federation handbook's chapter on tie-breaks, section by section.

1 `own_score`, 2 `opponents`, 3 `teams`, 4 `ratings`; the lists of section 5 are in
`tiebreaks.advice`. Larger is better everywhere but for lots and forfeit wins.
"""
