"""No module needs itself, by whatever way round: imports inside functions count like all
others, those for a type checker alone do not."""

import grimp

PARTS = ("config", "pairing", "ratings", "tiebreaks", "tournaments")


def knots(graph: grimp.ImportGraph) -> list[set[str]]:
    """Modules that reach each other."""
    above: dict[str, set[str]] = {}
    found: list[set[str]] = []
    for module in sorted(graph.modules):
        above[module] = graph.find_upstream_modules(module)
    left = set(above)
    while left:
        module = left.pop()
        knot = {one for one in above[module] if module in above[one]}
        if knot - {module}:
            found.append(knot | {module})
            left -= knot
    return found


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = grimp.build_graph(*PARTS, exclude_type_checking_imports=True, cache_dir=None)
    assert "tournaments.services.rounds.pairing" in graph.modules
    assert knots(graph) == []


def test_a_circle_would_be_seen() -> None:
    graph = grimp.ImportGraph()
    for importer, imported in (("a", "b"), ("b", "c"), ("c", "a"), ("c", "d")):
        graph.add_import(importer=importer, imported=imported)
    assert knots(graph) == [{"a", "b", "c"}]
