"""What the public pages show, fetched in a fixed number of queries each. Everything runs inside a league's scope."""
