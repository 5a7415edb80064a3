"""The pegged games of a match as they stand: who played, who won, what is kept aside, what cannot have been; figures.

Figures of games that are over (pegs, eights, busts, hands) are worked out once for each line and cached under the
number of the match's last event, so that there is nothing to invalidate. Runs inside the scope of a league.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q
from django.urls import reverse

from league.base.ui.cache import page_cache
from league.matchnight.models import LiveEvent, LiveMatch
from league.matchnight.queries.event_log import match_of
from league.matchnight.values import SIDES, GameKey, PeggedGame, doubts, games_in, lines_of
from league.results.values import NEW, LivePrefill, PrefillNote
from league.schedule.models import Fixture
from scoring.card.format import Line, Pegs
from scoring.card.league_rules import LeagueRules
from scoring.card.sheet import Card, GameScore, LineScore, Named, Side, Signing
from scoring.play.figures import GameFigures, game_figures
from scoring.play.finding import each_once
from scoring.play.merge import TapPlayer


def games_of(match: LiveMatch, fixture: Fixture) -> tuple[PeggedGame, ...]:
    events = match.events.select_related("by", "link").order_by("seq")
    return tuple(games_in(events, lines_of(fixture, match)))


def game_of(match: LiveMatch, fixture: Fixture, key: GameKey) -> PeggedGame | None:
    events = match.events.filter(line=key[0], game=key[1]).select_related("by", "link").order_by("seq")
    return next(games_in(events, lines_of(fixture, match)), None)


# --- The figures of games that were pegged live and are over ----------------------------------------------------------
CACHE_SECONDS = 30 * 24 * 60 * 60

MatchLine = tuple[int, int]  # the key of a live match, and the number of a line on its card


@dataclass(frozen=True, slots=True)
class PeggedFigures:
    line: int
    number: int
    title: str
    players: tuple[tuple[str, ...], ...]
    figures: GameFigures

    def side_of(self, keys: Collection[str]) -> int | None:
        """0 for home; None if none of them played, or both sides did."""
        sides = [side for side, there in enumerate(self.players) if any(key in there for key in keys)]
        return sides[0] if len(sides) == 1 else None


def figures_of(wanted: Mapping[LiveMatch, Collection[int]]) -> dict[MatchLine, tuple[PeggedFigures, ...]]:
    """Cached under the match's head; one query for what is missing."""
    keys = {
        (match.pk, line): f"pegged-figures-2-{match.pk}-{match.head}-{line}"
        for match, lines in wanted.items()
        for line in lines
    }
    cached = page_cache.get_many(keys.values())
    figures = {place: cached[key] for place, key in keys.items() if key in cached}
    missing = {match: {line for line in lines if (match.pk, line) not in figures} for match, lines in wanted.items()}
    fresh = _compute_figures({match: lines for match, lines in missing.items() if lines})
    page_cache.set_many({keys[place]: games for place, games in fresh.items()}, CACHE_SECONDS)
    return figures | fresh


def _compute_figures(wanted: Mapping[LiveMatch, set[int]]) -> dict[MatchLine, tuple[PeggedFigures, ...]]:
    events: dict[int, list[LiveEvent]] = {match.pk: [] for match in wanted}
    either = Q()
    for match, lines in wanted.items():
        either |= Q(match=match.pk, line__in=lines)
    for event in LiveEvent.objects.filter(either).order_by("match", "seq") if wanted else ():
        events[event.match_id].append(event)
    return {
        (match.pk, line): tuple(each for each in _over(match, events[match.pk]) if each.line == line)
        for match, lines in wanted.items()
        for line in lines
    }


def _over(match: LiveMatch, events: Iterable[LiveEvent]) -> Iterator[PeggedFigures]:
    for game in games_in(events, lines_of(match.fixture, match)):
        if game.winner is not None:
            seats = tuple(tuple(place.key for place in game.places(side)) for side in SIDES)
            figures = game_figures(game.line.rules, len(SIDES) * game.line.players, game.projection.facts)
            yield PeggedFigures(game.line.number, game.number, game.title, seats, figures)


# --- All matches of tonight ------------------------------------------------------------------------------------------
# And any that is still being pegged: what is live, what is to come, how the rest ended. A fixed number of queries,
# however many matches; it is the same whoever looks.


# --- What the pegs say of a card -------------------------------------------------------------------------------------
# The games that are over, who played them, and what is to be said of each. Whose card it is and what was written on it
# is the captain's (`results.queries.journeys`). `results` asks for it by `LiveConfig.live_prefill`, without knowing
# this app.


def prefill_from_log(fixture: Fixture, rules: LeagueRules) -> LivePrefill | None:
    """What the pegs say of a match; None while no game is over and none is in doubt."""
    match = match_of(fixture)
    games = games_of(match, fixture) if match else ()
    over = [game for game in games if game.winner is not None]
    notes = tuple(note for game in games for note in _notes(game, fixture))
    if not over and not any(note.doubtful for note in notes):
        return None
    lines = tuple(
        _line(line, [game for game in over if game.line.number == number], pegs=rules.format.pegs is not Pegs.NONE)
        for number, line in enumerate(rules.format.lines)
    )
    present = {side: tuple(dict.fromkeys(each.key for game in over for each in game.places(side))) for side in Side}
    new = [(side, key.removeprefix(NEW)) for side, keys in present.items() for key in keys if key.startswith(NEW)]
    return LivePrefill(
        source="the live score",
        at=max(game.at for game in over or games),
        over=len(over),
        card=Card(lines=lines, signings=tuple(Signing(side, name) for side, name in new)),
        present=present,
        notes=notes,
        url=fixture.address_of("live-card"),
    )


def _line(line: Line, games: Sequence[PeggedGame], *, pegs: bool) -> LineScore:
    if not games:
        return LineScore()
    scores = [GameScore(None)] * max(game.number for game in games)
    for game in games:
        home, away = game.scores if pegs else (None, None)
        scores[game.number - 1] = GameScore(game.winner, home, away, game.hands if pegs else None)
    home_players, away_players = (tuple(map(_named, games[0].places(side)[: line.players])) for side in Side)
    return LineScore(home_players, away_players, tuple(scores))


def _named(place: TapPlayer) -> Named:
    return Named(None, place.name) if place.key.startswith(NEW) else Named(place.key, place.name)


def _notes(game: PeggedGame, fixture: Fixture) -> Iterator[PrefillNote]:
    address = [fixture.league.slug, fixture.first_date, fixture.slug, game.line.number, game.number]
    tracks = reverse("live-tracks", args=address)
    choice = game.scorer_log.choice
    if game.waiting:
        text = f"{game.title}: two phones scored this game differently. See both, side by side, and choose."
        yield PrefillNote(text, doubtful=True, url=tracks)
    elif choice and choice.replaced:
        text = f"{game.title}: {choice.name or 'A captain'} chose the other phone’s score: {choice.reason}"
        yield PrefillNote(text.rstrip(". ") + ".", doubtful=True, url=tracks)
    for finding, hands in each_once(doubts(game)):
        text = f"{game.title}{hands and f', {hands}'}: {finding.message}."
        yield PrefillNote(text, doubtful=True, url=reverse("live-game", args=address))
    for each in game.confirmations:
        team = fixture.home if each.side == 0 else fixture.away
        yield PrefillNote(f"{game.title}: {each.name} of {team} confirmed {game.scores[0]}\N{EN DASH}{game.scores[1]}.")
