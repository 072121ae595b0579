"""PostgreSQL as Hakem needs it: an older one is refused when it is met, not at the first list."""

from django.db.backends.postgresql import base, features


class DatabaseFeatures(features.DatabaseFeatures):
    minimum_database_version = (18,)  # lists ask for the old values of what they replace


class DatabaseWrapper(base.DatabaseWrapper):
    features_class = DatabaseFeatures
