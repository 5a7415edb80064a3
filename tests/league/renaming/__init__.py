"""Two steps of which the second gives a column another name, for tests/league/test_new_migrations.py."""
