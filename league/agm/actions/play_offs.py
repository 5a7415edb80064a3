"""Level teams play for their place: a cup of theirs, of a single tie where they are two."""

from datetime import datetime

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.agm.queries.places import Level
from league.audit.actions import write_tx
from league.cups.actions.cups import open_cup
from league.cups.actions.entries import enter
from league.cups.actions.knockout import hold_draw
from league.cups.choices import EntrantKind
from league.cups.models import Cup
from league.schedule.actions import mark_play_off
from league.schedule.queries import division_rules
from scoring.season.knockout import cups
from scoring.season.knockout.draw import DrawRules, Lots


def make_play_off(*, level: Level, by: User, at: datetime, seed: str = "") -> Cup:
    """A knockout of a division's level teams on neutral ground, each tie one match by the league's own card.

    Two meet in the table's order; more are drawn by a seed that anybody can check. Its matches then tell the table who
    stands higher. ValidationError if there is one already, or a draw is needed and has no seed.
    """
    division, teams = level.division, [entry.team for entry in level.entries]
    if level.play_off is not None:
        raise ValidationError(f"{level.play_off} has been set up already.")
    if len(teams) > 2 and not seed.strip():
        raise ValidationError({"seed": "Three teams or more are drawn: type the seed."})
    name = f"Play-off, {division}"
    games = division_rules(division, division.competition.season.league).format.total_games
    rules = cups.Cup(name, forms=(cups.TieForm(games=games, decider=3),), neutral=len(teams))
    with write_tx():
        cup = open_cup(
            season=division.competition.season, name=name, kind=EntrantKind.TEAM, rules=rules,
            draw_rules=DrawRules(), by=by, at=at, trophy="",
        )  # fmt: skip
        keys = tuple(enter(cup=cup, team=team, by=by, at=at).key for team in teams)
        mark_play_off(competition=cup.competition, division=division)
        lots = Lots(names=keys) if len(teams) == 2 else Lots(seed=seed.strip(), purpose="main 1")
        hold_draw(cup=cup, lots=lots, by=by, at=at)
    return cup
