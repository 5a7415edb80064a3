"""What tables lead to: a division that goes on in shields, and work on what is still possible."""

from league.standings.actions.runin import ask_for_run_in
from league.standings.actions.shields import split_into_shields

__all__ = ["ask_for_run_in", "split_into_shields"]
