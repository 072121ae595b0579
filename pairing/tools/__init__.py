"""Tools upon both cores: the checker, the generator, the commands and the bench.

The engines of `pairing` never import `tiebreaks`, whose standings build on their state. What
needs both stands here, and nothing else in the core imports this package.
"""
