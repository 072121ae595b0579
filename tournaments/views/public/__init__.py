"""Pages for everybody: no log-in, nothing that is not published."""
