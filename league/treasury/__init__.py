"""The treasurer's book of a league: fees and fines, who paid, what was spent, and what is left."""
