"""Cards, answers, decisions, results, and the tables they add up to."""
