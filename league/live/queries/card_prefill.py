"""What the pegs say of a card: the games that are over, who played them, and what is to be said of each.

Whose card it is and what was written on it is the captain's (`results.queries.journeys`). `results` asks for it by
`LiveConfig.live_prefill`, without knowing this app.
"""

from collections.abc import Iterator, Sequence

from django.urls import reverse

from league.live.queries.event_log import match_of
from league.live.queries.games import games_of
from league.live.values import PeggedGame, doubts
from league.results.values import LivePrefill, PrefillNote
from league.schedule.models import Fixture
from scoring.card.constitution import Constitution
from scoring.card.format import Line, Pegs
from scoring.card.sheet import Card, GameScore, LineScore, Named, Side, Signing
from scoring.play.taps import TapPlayer

NEW = "+"


def prefill_from_log(fixture: Fixture, rules: Constitution) -> LivePrefill | None:
    """What the pegs say of a match; None while no game is over. Two queries, one where nothing was pegged."""
    match = match_of(fixture)
    games = games_of(match, fixture) if match else ()
    over = [game for game in games if game.winner is not None]
    if not over:
        return None
    lines = tuple(
        _line(line, [game for game in over if game.line.number == number], pegs=rules.format.pegs is not Pegs.NONE)
        for number, line in enumerate(rules.format.lines)
    )
    present = {side: _present(over, side) for side in Side}
    return LivePrefill(
        source="the live score",
        at=max(game.at for game in over),
        card=Card(lines=lines, signings=tuple(_signings(present))),
        present=present,
        notes=tuple(note for game in games for note in _notes(game, fixture)),
        url=fixture.address_of("live-card"),
    )


def _line(line: Line, games: Sequence[PeggedGame], *, pegs: bool) -> LineScore:
    """A line of the card: its players as they were for its first game that is over, and its games."""
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


def _present(games: Sequence[PeggedGame], side: Side) -> tuple[str, ...]:
    return tuple(dict.fromkeys(place.key for game in games for place in game.places(side)))


def _signings(present: dict[Side, tuple[str, ...]]) -> Iterator[Signing]:
    for side, keys in present.items():
        yield from (Signing(side, key.removeprefix(NEW)) for key in keys if key.startswith(NEW))


def _notes(game: PeggedGame, fixture: Fixture) -> Iterator[PrefillNote]:
    """What is to be said of a game beside the card: the doubtful first."""
    address = [fixture.league.slug, fixture.first_date, fixture.slug, game.line.number, game.number]
    if game.waiting:
        text = f"{game.label}: two phones scored this game differently. Choose which is right."
        yield PrefillNote(text, doubtful=True, url=reverse("live-tracks", args=address))
    for finding in doubts(game):
        hand = f", hand {finding.where.hand}" if finding.where.hand else ""
        text = f"{game.label}{hand}: {finding.message}."
        yield PrefillNote(text, doubtful=True, url=reverse("live-game", args=address))
    for each in game.confirmations:
        team = fixture.home if each.side == 0 else fixture.away
        yield PrefillNote(f"{game.label}: {each.name} of {team} confirmed {game.scores[0]}\N{EN DASH}{game.scores[1]}.")
