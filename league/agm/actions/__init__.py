"""What the annual meeting does: a season closed with its honours, play-offs, the next season made and taken back.

Each is one transaction that goes through the actions of the apps whose rows it writes.
"""

from league.agm.actions.closing import end_season
from league.agm.actions.play_offs import make_play_off
from league.agm.actions.rollover import make_next_season, undo_next_season

__all__ = ["end_season", "make_next_season", "make_play_off", "undo_next_season"]
