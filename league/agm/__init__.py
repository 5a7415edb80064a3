"""The annual meeting: a season's end and the next one's start."""
