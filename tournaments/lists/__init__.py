"""Rating lists as files: how they are laid out, and how to make one for tests."""
