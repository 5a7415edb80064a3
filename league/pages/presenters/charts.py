"""What the pages of matches and players draw: a season as a strip, meetings of two teams, where a match was won.

Knows which figures go into which chart, and the sentence below it. Refuses to fetch anything: callers hand rows over.
"""

from collections.abc import Mapping, Sequence

from league.pages.presenters.match_lists import MatchLine
from league.schedule.models import Fixture
from league.teams.models import Team
from league.ui import formats
from league.ui.charts import Duel, Strip
from scoring.card.outcome import Tally, course, lead_changes
from scoring.card.sheet import Side
from scoring.season.stats.outings import MatchNight, longest

DASH = "\N{EN DASH}"
MEETINGS = 12  # the last ones
LEAST = 3  # matches, games or hands in a row make a run worth marking, and a course worth drawing


def season_strip(played: Sequence[MatchNight], fixtures: Mapping[str, Fixture]) -> Strip | None:
    """A player's matches in turn, games won over games lost; None before there are two."""
    if len(played) < 2:
        return None
    run = longest(night.letter != "L" for night in played)
    long = run if run and run[1] - run[0] >= LEAST - 1 else None
    number = long[1] - long[0] + 1 if long else 0
    text = f"{len(played)} matches, oldest first: a block for each game."
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


def meetings_strip(team: Team, other: Team, matches: Sequence[MatchLine]) -> Strip | None:
    """The last meetings of two teams, oldest first; `matches` come latest first. None before there are two."""
    shown = [(line, line.score) for line in reversed(matches[:MEETINGS]) if line.score]
    if len(shown) < 2:
        return None
    columns = []
    for line, (home, away) in shown:
        mine, theirs = (home, away) if line.fixture.home.team_id == team.pk else (away, home)
        columns.append((formats.night(line.fixture.date or line.fixture.first_date), mine, theirs))
    ahead, behind = (sum(sign * (each[1] - each[2]) > 0 for each in columns) for sign in (1, -1))
    return Strip(
        title=f"Games of {team} and of {other} in their last {len(columns)} meetings",
        over=str(team),
        under=str(other),
        columns=tuple(columns),
        words=f"The last {len(columns)} meetings, oldest first. More games: {team} in {ahead}, {other} in {behind}.",
    )


def match_duel(home: str, away: str, games: Sequence[tuple[str, str]], tally: Tally | None) -> Duel | None:
    """A card game by game; `games` are (what it was, "home", "away" or ""). None if they do not make up the score."""
    found = course([Side(winner) if winner else None for _, winner in games])
    if tally is None or len(games) < LEAST or found.scores[-1] != (tally.home_games, tally.away_games):
        return None
    if found.winner is None or found.ahead is None or found.decided is None:
        text = f"Level at {found.scores[-1][0]}{DASH}{found.scores[-1][1]} after the last game."
    else:
        name = home if found.winner is Side.HOME else away
        ahead, decided = games[found.ahead][0], games[found.decided][0]
        text = f"{name} led from {ahead} on" if ahead != decided else f"{name} took the lead in {ahead}"
        text += f", and could not be caught after {decided}." if ahead != decided else ", the deciding game."
    return Duel(
        title=f"Games won by {home} and {away}, in the order of the card",
        home=f"{home} {tally.home_games}",
        away=f"{away} {tally.away_games}",
        steps=tuple((name, *score) for (name, _), score in zip(games, found.scores, strict=True)),
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
