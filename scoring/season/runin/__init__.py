"""What is still possible in a league table, worked out exactly.

ends.py       the ways in which a match may end, as whole numbers that can be added up, and how likely each place is
search.py     whether every match can end so that nobody goes over a limit: branch and bound over flows (`max_flow`)
limits.py     the matches left as such a question, asked from one team's side: which limits must be given up
prospects.py  each team's best and worst place, and the points that it needs; and all of that in plain sentences
"""
