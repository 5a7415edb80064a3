"""What is still possible in a league table, worked out exactly.

ends.py       the ways in which a match may end under a format and a points scheme
counts.py     a team's standing and a match's end as whole numbers, with the tie-breaks that can be added up
sharing.py    whether what is to be shared out can be, and who stands against it: a flow
ways.py       what each way to end a match costs its two sides
search.py     whether every match can end so that nobody goes over a limit: branch and bound over those flows
sparing.py    which limits must be given up, as few as can be
matches.py    the matches left as such a question, asked from one team's side
prospects.py  each team's best and worst place, and the points that it needs
chances.py    an estimate of how likely it is, by playing the rest many times
words.py      all of that in plain sentences
"""
