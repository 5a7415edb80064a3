import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Min, Q, QuerySet
from django.utils.timezone import localdate, now

from league.base.ui.crib_board import PeggedBoard, pegged
from league.matchnight.models import LiveMatch
from league.matchnight.queries.match_state import is_quiet, last_words, states_of, status_of
from league.matchnight.values import FINISHED, LIVE, NOT_STARTED, lines_of
from league.results.choices import KIND_TAGS, PUBLIC_STATES
from league.results.queries.tables import Standings, tables
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Division, Fixture
from league.schedule.queries.matches import whole_fixtures
from league.schedule.values.matches import starts_at
from league.teams.models import League
from scoring.card.format import Line, game_title, line_titles
from scoring.card.outcome import Kind, Outcome, tally
from scoring.card.points import Games
from scoring.card.sheet import Card


def pegged_of(view: Mapping[str, Any], names: tuple[str, str]) -> PeggedBoard:
    home, away = view["scores"]
    home_back, away_back = view["back"]
    return pegged(view["target"], names, (home, away), (home_back, away_back))


SHOWN = 5  # things that happened, under each board
ON_SCREEN = 4
STATUSES = {LIVE: "Live", FINISHED: "Finished", NOT_STARTED: "No score yet"}
# What happened, by its `how` in a view (docs/api.md); "nothing", "gone" and "undid" of no pegs.
EVENT_TEXT = {
    "pegged": "scores {pegs}",
    "nothing": "no score",
    "won": "scores {pegs} and wins",
    "bust": "bust on {pegs}, stays",
    "bounced": "{pegs} is too many, goes back",
    "barred": "{pegs} cannot win on the drop",
    "knocked": "knocked",
    "out": "chipped out with {pegs}",
    "gone": "chipped out",
    "blocked": "The hand is blocked",
    "back": "pegs back {pegs}",
    "undone": "undid {pegs}",
    "undid": "undid the last one",
    "corrected": "corrected to {pegs}",
    "inserted": "scores {pegs}, added later",
}
WITHOUT_PEGS = {"pegged": "nothing", "out": "gone", "undone": "undid"}


@dataclass(frozen=True, slots=True)
class GameLogLine:
    side: int | None
    team: str
    words: str
    score: Any


@dataclass(frozen=True, slots=True)
class SideView:
    kind: str
    team: str
    names: str
    score: Any
    needs: str
    won: bool


@dataclass(frozen=True, slots=True)
class GameView:
    """`key` is "2-1" for the first game on the third line; a blank game has no `place`."""

    key: str
    place: tuple[int, int] | None
    title: str
    hand: str
    pegged: PeggedBoard
    sides: tuple[SideView, ...]
    log: tuple[GameLogLine, ...]
    winner: int | None
    aside: int


@dataclass(frozen=True, slots=True)
class MatchView:
    """`won` is from the card once that may be shown (`settled`); `blanks` are boards for games still to be opened."""

    fixture: Fixture
    head: int
    status: str
    won: tuple[int, int]
    settled: bool
    last_at: datetime | None
    games: tuple[GameView, ...]
    rows: tuple[dict[str, Any], ...]
    blanks: tuple[GameView, ...] = ()

    @property
    def status_words(self) -> str:
        kind = Kind(self.fixture.result.kind) if self.settled else Kind.PLAYED
        return KIND_TAGS.get(kind, "Quiet" if self.quiet else STATUSES[self.status])

    @property
    def quiet(self) -> bool:
        """Whether it is being played, and nothing was scored for a while."""
        return self.status == LIVE and is_quiet(self.last_at, now())

    @property
    def tone(self) -> str:
        return "live" if self.status == LIVE and not self.quiet else "quiet"

    @property
    def awaited(self) -> bool:
        return self.status == NOT_STARTED and not self.settled

    @property
    def counted(self) -> bool:
        """False before the first peg, unless a card came in."""
        return self.settled or self.status == LIVE

    @property
    def scored(self) -> bool:
        return any(game.log for game in self.games)

    @property
    def last_words(self) -> str:
        if self.last_at is None:
            return ""
        return last_words(self.last_at, scored=self.scored)

    @property
    def early(self) -> bool:
        """Whether it is scored on a night before it begins, as in a demonstration."""
        start = starts_at(self.fixture)
        return self.status == LIVE and bool(start and self.last_at and self.last_at < start)

    @property
    def on_screen(self) -> tuple[GameView, ...]:
        """Those being played, else the last one."""
        return self.playing[:ON_SCREEN] or self.games[-1:]

    @property
    def playing(self) -> tuple[GameView, ...]:
        return tuple(game for game in self.games if game.winner is None)

    @property
    def over(self) -> tuple[GameView, ...]:
        return tuple(game for game in self.games if game.winner is not None)


def match_view_from(fixture: Fixture, match: LiveMatch | None, state: dict[str, Any] | None) -> MatchView:
    form, teams = fixture.rules_in_force().format, team_names(fixture)
    views = state["games"] if state else []
    rows = tuple(rows_of(form.lines, {_place(view): view for view in views}))
    titles = {row["key"]: row["title"] for row in rows}
    games = tuple(_game(view, titles[_place(view)], teams) for view in views)
    score = _score(fixture)
    return MatchView(
        fixture=fixture, head=state["head"] if state else 0, status=status_of(fixture, views),
        won=score or (tuple(state["games_won"]) if state else (0, 0)), settled=score is not None,
        last_at=match.last_at if match else None, games=games, rows=rows,
    )  # fmt: skip


def _score(fixture: Fixture) -> tuple[Games, Games] | None:
    """None before everybody may see the card."""
    result = getattr(fixture, "result", None)
    if result is None or result.state not in PUBLIC_STATES:
        return None
    return result.games


# --- a game -----------------------------------------------------------------------------------------------------------
def _place(view: dict[str, Any]) -> str:
    return f"{view['line']}-{view['game']}"


def _game(view: dict[str, Any], title: str, teams: tuple[str, str]) -> GameView:
    winner = view["winner"]
    return GameView(
        key=_place(view), place=(view["line"], view["game"]), title=title,
        hand=f"Hand {view['hand']}" if winner is None else "Finished", pegged=pegged_of(view, teams),
        sides=tuple(_side(view, side, teams[side]) for side in (0, 1)),
        log=tuple(_log_line(each, teams) for each in view["last"][:SHOWN]), winner=winner, aside=view["aside"],
    )  # fmt: skip


def _side(view: dict[str, Any], side: int, team: str) -> SideView:
    won = view["winner"] == side
    needs = "Won" if won else f"Needs {view['needs'][side]}" if view["winner"] is None else ""
    names = " and ".join(view["players"][side])
    return SideView(("home", "away")[side], team, names, view["scores"][side], needs, won)


def _log_line(event: dict[str, Any], teams: tuple[str, str]) -> GameLogLine:
    side, pegs = event["side"], event["pegs"]
    how = event["how"] if pegs else WITHOUT_PEGS.get(event["how"], event["how"])
    return GameLogLine(side, "" if side is None else teams[side], EVENT_TEXT[how].format(pegs=pegs), event["score"])


# --- The card of a live match as it fills -----------------------------------------------------------------------------
NOBODY, BLANK = "\N{EN DASH}", "\N{NO-BREAK SPACE}"


def rows_of(lines: Iterable[Line], views: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """`views` by key, "2-1" for the first game on the third line."""
    lines = tuple(lines)
    for number, (line, title) in enumerate(zip(lines, line_titles(lines), strict=True)):
        opened = [views[key] for game in range(line.games, 0, -1) if (key := f"{number}-{game}") in views]
        names = (
            tuple(", ".join(opened[0]["players"][side]) or NOBODY for side in (0, 1)) if opened else (NOBODY, NOBODY)
        )
        for game in range(1, line.games + 1):
            view = views.get(f"{number}-{game}")
            yield {
                "key": f"{number}-{game}",
                "line": number,
                "title": game_title(title, line.games, game),
                "heading": title,
                "first": game == 1,
                "last": game == line.games,
                "games": line.games,
                "names": names,
                "pegs": tuple(view["scores"]) if view else (BLANK, BLANK),
                "winner": view["winner"] if view else None,
            }


def team_names(fixture: Fixture) -> tuple[str, str]:
    return fixture.home.name, fixture.away.name if fixture.away else ""


def blank_game(target: int, teams: tuple[str, str]) -> GameView:
    sides = tuple(
        SideView(kind, team, "", 0, "", won=False) for kind, team in zip(("home", "away"), teams, strict=True)
    )
    return GameView(f"blank-{target}", None, "", "", pegged(target, teams), sides, (), None, 0)


# --- all matches of tonight -------------------------------------------------------------------------------------------
def match_view(fixture: Fixture) -> MatchView:
    match, state = states_of([fixture]).get(fixture.pk, (None, None))
    teams = team_names(fixture)
    targets = sorted({line.rules.target for line in lines_of(fixture, match).values()})
    return replace(
        match_view_from(fixture, match, state), blanks=tuple(blank_game(target, teams) for target in targets)
    )


# A match that was pegged as lately as this is shown even if the calendar has it on another night.
STILL_ON = timedelta(hours=3)
OFF_STATES = (FixtureState.VOID, FixtureState.POSTPONED)
SHOWN_FIRST = {LIVE: 0, NOT_STARTED: 1}


@dataclass(frozen=True, slots=True)
class Tonight:
    """Those being played first; `coming` is the next night with a match."""

    day: date
    matches: tuple[MatchView, ...]
    coming: date | None

    @property
    def live(self) -> tuple[MatchView, ...]:
        return tuple(match for match in self.matches if match.status == LIVE)

    @property
    def rest(self) -> tuple[MatchView, ...]:
        return tuple(match for match in self.matches if match.status != LIVE)


def tonight_of(league: League, at: datetime) -> Tonight:
    rows = _of_tonight(league, at).select_related("result")
    fixtures = list(rows.order_by("start_time", "division__rank", "home__name", "pk"))
    states = states_of(fixtures)
    matches = [match_view_from(each, *states.get(each.pk, (None, None))) for each in fixtures]
    matches.sort(key=lambda match: SHOWN_FIRST.get(match.status, 2))
    today = localdate(at)
    coming = Fixture.objects.filter(league=league, date__gt=today, away__isnull=False).exclude(state__in=OFF_STATES)
    return Tonight(today, tuple(matches), coming.aggregate(night=Min("date"))["night"])


def live_elsewhere(fixture: Fixture) -> list[MatchView]:
    others = list(whole_fixtures().filter(league=fixture.league, in_play=True).exclude(pk=fixture.pk).order_by("pk"))
    states = states_of(others)
    return [match_view_from(each, *states[each.pk]) for each in others if each.pk in states]


def as_it_stands(tonight: Tonight, at: datetime) -> tuple[tuple[Division, Standings], ...]:
    """As if each match being played ended with the games won so far."""
    divisions, live = {}, []
    for match, fixture in ((match, match.fixture) for match in tonight.live):
        if fixture.division.competition.kind == CompetitionKind.LEAGUE:
            divisions[fixture.division_id], rules = fixture.division, fixture.rules_in_force()
            so_far = tally(Card.score_only(*match.won), rules.format, rules.scheme)
            ids = str(fixture.pk), str(fixture.home_id), str(fixture.away_id)
            live += [Outcome(*ids, tonight.day, so_far, fixture.half)] if any(match.won) else []
    drawn = tables(list(divisions.values()), at, live)
    return tuple((division, drawn[key]) for key, division in sorted(divisions.items(), key=lambda each: each[1].rank))


def tonight_etag(league: League, at: datetime) -> str:
    """One small query, for those who ask every few seconds."""
    shown = ("pk", "version", "live__head", "result__updated_at", "in_play", "live__last_at")
    rows = _of_tonight(league, at).order_by("pk").values_list(*shown)
    versions = [(*row, in_play and is_quiet(last, at)) for *row, in_play, last in rows]
    return hashlib.sha256(repr((localdate(at), versions)).encode()).hexdigest()[:16]


def _of_tonight(league: League, at: datetime) -> QuerySet[Fixture]:
    on = Q(date=localdate(at)) | Q(live__last_at__gte=at - STILL_ON, state=FixtureState.SCHEDULED)
    return whole_fixtures().filter(on, league=league, away__isnull=False).exclude(state__in=OFF_STATES)
