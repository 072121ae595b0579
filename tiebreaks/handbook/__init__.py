"""The handbook's tie-breaks, in its order. Chapter "Eşitlik bozma yöntemleri"."""

from tiebreaks.registry import Method

METHODS: tuple[Method, ...] = ()
