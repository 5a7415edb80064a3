"""The night of a match: who can play, the draw of the order, and the match as it is pegged."""
