"""One player as everybody may read them: this season, every season and team before it, and the picture beside a link.

What players are called in public is settled here; `scoring.season.stats` adds up.
"""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from django.urls import reverse

from league.base.ui.charts import Strip
from league.base.ui.formats import night
from league.matchnight.link_preview import ScorePicture
from league.schedule.models import Fixture, Season
from league.teams.models import Player, Team
from scoring.card.format import Discipline, LineKind
from scoring.season.stats.career import Runs
from scoring.season.stats.outings import Companion, MatchNight, OutingRecord


@dataclass(frozen=True, slots=True)
class GameKind:
    """A player's games of one kind: "singles", "pairs"."""

    noun: str
    record: OutingRecord


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match of a player, the fixture as lists have it."""

    night: MatchNight
    fixture: Fixture
    cup: bool

    @property
    def words(self) -> "PlayedWords":
        home, away = self.fixture.home, self.fixture.away
        sides = f"{away} at home" if str(home.team_id) == self.night.team else f"{home} away"
        if (
            away is not None and home.team_id == away.team_id
        ):  # two of one club in a cup: the team does not say which of them this is
            sides = str(self.fixture)
        return PlayedWords(
            self.fixture.get_absolute_url(),
            sides,
            self.fixture.division.competition.name if self.cup else "",
            f"{night(self.night.on)}, {', '.join(self.night.titles)}",
            f"won {self.night.won}, lost {self.night.lost}",
        )


class PlayedWords(NamedTuple):
    """The same as the page prints it: against whom and where, in what `cup`, when and on which lines, and how it went.

    Of plain values, each of which a template has by its own name, in a fraction of the time that models take.
    """

    url: str
    sides: str
    cup: str
    lines: str
    games: str


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's season: the teams played for, first to last."""

    season: Season
    teams: tuple[Team, ...]
    record: OutingRecord


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody played beside or against, and the record in the player's own games."""

    player: Player
    record: OutingRecord


@dataclass(frozen=True, slots=True)
class Career:
    """A player's league games in every season, the latest first, and what may be told of all of them.

    `runs` and `sweeps` are of all seasons; `cups` are the cup ties that had cards, which are in nothing else but
    `partners` and `opponents`.
    """

    seasons: tuple[SeasonLine, ...]
    total: OutingRecord
    kinds: tuple[GameKind, ...]
    runs: Runs
    sweeps: tuple[tuple[int, int], ...]
    cups: OutingRecord
    partners: tuple[Other, ...]
    opponents: tuple[Other, ...]


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's page: the season in figures, and its matches with those of its cups, the latest first.

    `pegged` says that a match they played in was pegged live this season.
    """

    player: Player
    team: Team | None
    season: Season | None
    record: OutingRecord
    kinds: tuple[GameKind, ...]
    form: tuple[str, ...]
    strip: Strip | None
    matches: tuple[PlayedMatch, ...]
    career: Career
    pegged: bool

    @property
    def words(self) -> tuple[PlayedWords, ...]:
        return tuple(each.words for each in self.matches)


def kinds_of(records: Mapping[int, OutingRecord]) -> tuple[GameKind, ...]:
    """Records by players a side, with what such games are called."""
    return tuple(GameKind(LineKind(players, Discipline.WON_LOST).noun, each) for players, each in records.items())


def others(beside: Iterable[Companion], names: Mapping[str, Player]) -> tuple[Other, ...]:
    """The same with the players themselves."""
    return tuple(Other(names[each.other], each.record) for each in beside if each.other in names)


@dataclass(frozen=True, slots=True)
class PlayerPicture:
    """What is drawn, its address and the same in words."""

    score: ScorePicture
    digest: str
    address: str
    words: str


def player_picture_of(player: Player, page: PlayerPage) -> PlayerPicture | None:
    """The picture of a player's season; none of somebody under 18, or before any game was played."""
    record = page.record
    if player.under_18 or not record.played:
        return None
    league, season = player.league, f"season {page.season}" if page.season else ""
    status = f"{league.short_name} \N{MIDDLE DOT} {page.team}" if page.team else league.short_name
    colours = (page.team.kit.first if page.team else "", "")
    games = f"Games, {season}".rstrip(", ")
    score = ScorePicture("Won", "Lost", (record.won, record.lost), status, "", games, colours, league.badge)
    digest = hashlib.sha256(repr(score).encode()).hexdigest()[:16]
    return PlayerPicture(
        score=score,
        digest=digest,
        address=reverse("player-image", args=[league.slug, player.slug, digest]),
        words=f"{record.won} games won, {record.lost} lost",
    )


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """One player in a list: their team now, and their season with whatever teams they had."""

    player: Player
    team: Team
    record: OutingRecord

    @property
    def name(self) -> str:
        return self.player.public_name


class PlayerLine(NamedTuple):
    """The same where hundreds are listed, by names and addresses."""

    name: str
    slug: str
    team: str
    team_slug: str
    record: OutingRecord


Listed = TypeVar("Listed", ListedPlayer, PlayerLine)


def sorted_players(players: Iterable[Listed], by: str) -> list[Listed]:
    """The players in the order asked for: by games won, by win rate, or by the name that is shown."""
    return sorted(players, key=SORTS[by])


SORTS: dict[str, Callable[[ListedPlayer | PlayerLine], Any]] = {
    "won": lambda each: (-each.record.won, each.record.lost),
    "rate": lambda each: (-(each.record.share or 0), -each.record.won),
    "name": lambda each: each.name.split()[-1].casefold(),
}
