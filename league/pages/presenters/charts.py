"""The charts of players and of pegged games, each with the sentence below it."""

from collections.abc import Mapping, Sequence

from league.base.ui import formats
from league.base.ui.charts import Duel, Strip
from league.schedule.models import Fixture
from scoring.card.outcome import lead_changes
from scoring.season.stats.outings import MatchNight, longest

LEAST = 3  # matches, games or hands in a row make a run worth marking, and a course worth drawing


def season_strip(played: Sequence[MatchNight], fixtures: Mapping[str, Fixture]) -> Strip | None:
    """A player's matches in turn, games won over games lost; None before there are two."""
    if len(played) < 2:
        return None
    run = longest(night.letter != "L" for night in played)
    long = run if run and run[1] - run[0] >= LEAST - 1 else None
    number = long[1] - long[0] + 1 if long else 0
    text = f"{len(played)} matches, oldest first. One block a game: up for won, down for lost."
    if long:
        first, last = (formats.night(played[at].on) for at in long)
        text += f" Best run: {number} matches unbeaten, {first} to {last}."
    return Strip(
        title="Wins and losses in each match this season",
        over="Won",
        under="Lost",
        columns=tuple((_named(night, fixtures), night.won, night.lost) for night in played),
        run=long,
        run_words=f"{number} unbeaten",
        words=text,
    )


def pegged_duel(sides: tuple[str, str], scores: Sequence[tuple[int, int]], target: int) -> Duel | None:
    """A pegged game hand by hand, up to its target; None before there are three hands."""
    if len(scores) < LEAST:
        return None
    changes = lead_changes(scores)
    often = {0: "The lead never changed hands.", 1: "The lead changed hands once."}
    return Duel(
        title=f"The score of {sides[0]} and {sides[1]} after each hand",
        home=f"{sides[0]} {scores[-1][0]}",
        away=f"{sides[1]} {scores[-1][1]}",
        steps=tuple((f"Hand {number}", *score) for number, score in enumerate(scores, start=1)),
        goal=target,
        stepped=False,
        words=often.get(changes, f"The lead changed hands {changes} times."),
    )


def _named(night: MatchNight, fixtures: Mapping[str, Fixture]) -> str:
    fixture = fixtures[night.match]
    rival = fixture.away if str(fixture.home.team_id) == night.team else fixture.home
    return f"{formats.night(night.on)}, {rival}"
