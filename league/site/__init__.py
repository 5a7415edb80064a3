"""Settings, addresses and the ways to start the site."""
