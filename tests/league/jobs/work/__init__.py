"""An app with nothing but jobs, for tests that have them done by real processes."""
