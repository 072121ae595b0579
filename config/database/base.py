"""PostgreSQL as Hakem needs it: an older one is refused when it is met, not at the first list."""

from typing import Any

from django.db.backends.postgresql import base, features

from config.metrics import timed_query


class DatabaseFeatures(features.DatabaseFeatures):
    minimum_database_version = (18,)  # lists ask for the old values of what they replace


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.execute_wrappers.append(timed_query)
