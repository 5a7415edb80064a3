"""The rules of a league or a season, and the end of one: closing, who goes up and down, the next."""
