"""A day of a federation's site in the production shape, with everything that can go wrong."""
