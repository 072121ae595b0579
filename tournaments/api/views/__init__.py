"""The REST API, version 1. The same queries, services and permissions as the pages."""
