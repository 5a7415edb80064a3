"""Lists of people and what they won, and the seasons of teams and pubs, as columns."""

from datetime import date
from typing import Any

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.base.ui import formats
from league.base.ui.converters import addresses
from league.base.ui.tables import Number, Table, Text
from league.pages.queries.averages import AverageLine, AveragesPage
from league.pages.queries.match_lists import MatchLine, SheetRow
from league.pages.queries.players import Career, ListedPlayer, Other, SeasonLine
from league.schedule.models import Division, Season
from league.teams.models import League, Player, Team, Venue
from scoring.card.points import Games


class Links:
    def __init__(self, league: League) -> None:
        self._players, self._teams = addresses("player", league.slug), addresses("team", league.slug)
        self._written: dict[str, SafeString] = {}  # a few teams, met again and again

    def player(self, player: Player) -> SafeString:
        return format_html('<a href="{}">{}</a>', self._players(player.slug), formats.unparted(player.public_name))

    def team(self, team: Team) -> SafeString:
        if team.slug not in self._written:
            self._written[team.slug] = format_html('<a href="{}">{}</a>', self._teams(team.slug), team.name)
        return self._written[team.slug]


class PlayersTable(Table):
    caption = "Players and their games this season"
    caption_hidden = True
    row_header = "player"
    player = Text("Player", accessor="player__public_name")
    team = Text("Team", classes="small")
    matches = Number("Matches", short="P", accessor="record__matches", wide=True)
    won = Number("Games won", short="W", accessor="record__won")
    lost = Number("Games lost", short="L", accessor="record__lost", wide=True)
    percent = Number("Win rate, in percent", short="%", accessor="record__percent")

    def __init__(self, data: list[ListedPlayer], league: League, **kwargs: Any) -> None:
        self.links = Links(league)
        super().__init__(data, **kwargs)

    def render_player(self, record: ListedPlayer) -> SafeString:
        return self.links.player(record.player)

    def render_team(self, record: ListedPlayer) -> SafeString:
        return self.links.team(record.team)


class AllTimeTable(Table):
    caption = "All seasons but this one"
    caption_hidden = True
    row_header = "team"
    team = Text("Team")
    seasons = Number("Seasons")
    titles = Number("Titles")
    played = Number("Played", short="P", wide=True)
    won = Number("Won", short="W", strong=True)
    drawn = Number("Drawn", short="D", wide=True)
    lost = Number("Lost", short="L")
    games_for = Number("Games won", short="F", wide=True)
    games_against = Number("Games lost", short="A", wide=True)

    def __init__(self, data: list[dict[str, Any]], league: League, **kwargs: Any) -> None:
        self.links = Links(league)
        super().__init__(data, **kwargs)

    def render_team(self, record: dict[str, Any]) -> SafeString:
        return self.links.team(record["team"])


class AveragesTable(Table):
    caption_hidden = True
    row_header = "player"
    place = Text("Position", short="Pos", classes="num")
    player = Text("Player", accessor="player__public_name")
    team = Text("Team", accessor="team__name", wide=True)
    matches = Number("Matches", short="P", accessor="average__record__matches", wide=True)
    won = Number("Games won", short="W", accessor="average__record__won")
    lost = Number("Games lost", short="L", accessor="average__record__lost")
    clean = Number("Lines won without losing a game", accessor="average__sweeps", wide=True)
    pegs = Number("Pegs a game", short="Pegs", wide=True)
    percent = Number("Win rate, in percent", short="%", strong=True)

    class Meta:
        row_attrs = {"class": lambda record: None if record.average.place else "muted"}

    def __init__(
        self, page: AveragesPage, division: Division, league: League, own: AverageLine | None = None, **kwargs: Any
    ) -> None:
        self.links, self.own = Links(league), own
        unused = [name for name, used in (("clean", page.clean), ("pegs", page.pegged)) if not used]
        caption = f"{division} averages, season {division.competition.season}"
        super().__init__(page.lines, caption=caption, exclude=unused, **kwargs)
        if page.clean:
            self.columns["clean"].column.short = page.clean

    def render_player(self, record: AverageLine) -> SafeString:
        link = self.links.player(record.player)
        return format_html('<strong>{}</strong> <span class="tag">You</span>', link) if record is self.own else link

    def render_team(self, record: AverageLine) -> SafeString:
        return self.links.team(record.team)


class _Won(Table):
    played = Number("Games played", short="Gms", accessor="record__played")
    won = Number("Games won", short="W", accessor="record__won")
    lost = Number("Games lost", short="L", accessor="record__lost")
    percent = Number("Win rate, in percent", short="%", accessor="record__percent")


class CareerTable(_Won):
    caption = "League games season by season"
    caption_hidden = True
    row_header = "season"
    season = Text("Season", accessor="season__name", classes="nowrap")
    team = Text("Team", accessor="teams", wide=True)

    class Meta:
        sequence = ("season", "team", "...")

    def __init__(self, career: Career, league: League, **kwargs: Any) -> None:
        self.links = Links(league)
        super().__init__(career.seasons, **kwargs)

    def render_team(self, record: SeasonLine) -> SafeString:
        return SafeString(", ".join(map(self.links.team, record.teams)))


class OthersTable(_Won):
    row_header = "other"
    other = Text("Player", accessor="player__public_name")

    class Meta:
        sequence = ("other", "...")

    def __init__(self, others: tuple[Other, ...], player: Player, league: League, **kwargs: Any) -> None:
        self.player, self.between = player, reverse("player", args=[league.slug, player.slug])
        super().__init__(others, **kwargs)

    def render_other(self, record: Other) -> SafeString | str:
        name = formats.unparted(record.player.public_name)
        if record.player.under_18 or self.player.under_18:
            return name
        return format_html('<a href="{}?other={}">{}</a>', self.between, record.player.slug, name)


class TeamsMetTable(Table):
    row_header = "other"
    other = Text("Team", accessor="team__name")
    played = Number("Matches played", short="P", accessor="between__played")
    won = Number("Won", short="W", accessor="between__won")
    drawn = Number("Drawn", short="D", accessor="between__drawn")
    lost = Number("Lost", short="L", accessor="between__lost")

    def __init__(self, opponents: list[dict[str, Any]], team: Team, league: League, **kwargs: Any) -> None:
        self.between = reverse("team", args=[league.slug, team.slug])
        unused = [] if any(each["between"].drawn for each in opponents) else ["drawn"]
        super().__init__(opponents, caption=f"Teams that {team} has played", exclude=unused, **kwargs)

    def render_other(self, record: dict[str, Any], value: str) -> SafeString:
        return format_html('<a href="{}?other={}">{}</a>', self.between, record["team"].slug, value)


class _SheetTable(Table):
    row_header = "match"
    night = Text("Night", accessor="day", empty_values=(), classes="nowrap small")

    class Meta:
        row_attrs = {"class": lambda record: None if record.line else "muted"}

    def __init__(self, rows: list[SheetRow], season: Season, **kwargs: Any) -> None:
        self.years = not season.current
        super().__init__(rows, **kwargs)

    def render_night(self, record: SheetRow) -> SafeString | str:
        if record.day is None:
            return "To be agreed"
        if record.until in (None, record.day):
            return self._night(record.day)
        return format_html("{} <br>to {}", self._night(record.day), self._night(record.until))

    def _night(self, day: date) -> str:
        """A year in place of the weekday, for which a phone has no room."""
        return f"{day.day} {day:%b %Y}" if self.years else formats.night(day)

    def render_match(self, record: SheetRow) -> SafeString | str:
        if record.line is None:
            return record.words
        tags = [(record.line.tag[1], record.line.over)] if record.line.tag else []
        tags += [(f"{record.crowded} matches here", False)] if record.crowded else []
        marks = (("" if over else " tag--warn", word) for word, over in tags)
        return format_html(
            "{}{}", self.named(record.line), format_html_join("", ' <span class="tag{}">{}</span>', marks)
        )

    def render_result(self, record: SheetRow) -> str:
        if record.line is None:
            return ""
        if record.line.score is not None:
            return self.scored(record.line, *record.line.score)
        return formats.clock(record.line.fixture.start_time) if record.line.fixture.open and record.day else ""

    def named(self, line: MatchLine) -> SafeString:
        raise NotImplementedError

    def scored(self, line: MatchLine, home: Games, away: Games) -> str:
        raise NotImplementedError


class TeamSheet(_SheetTable):
    match = Text("Against", accessor="words", empty_values=())
    result = Text("Result", accessor="line", empty_values=(), classes="small")
    venue = Text("Venue", accessor="line__fixture__venue__name", default="", wide=True)

    def __init__(self, rows: list[SheetRow], team: Team, season: Season, **kwargs: Any) -> None:
        self.team = team
        super().__init__(rows, season, caption=f"{team}, season {season}", **kwargs)

    def named(self, line: MatchLine) -> SafeString:
        where, other = ("Home to", line.fixture.away) if self._at_home(line) else ("Away to", line.fixture.home)
        return format_html('{} <a href="{}">{}</a>', where, line.fixture.get_absolute_url(), str(other))

    def scored(self, line: MatchLine, home: Games, away: Games) -> str:
        mine, theirs = (home, away) if self._at_home(line) else (away, home)
        word = formats.RESULTS.get(line.letter(at_home=self._at_home(line)), "").capitalize()
        return format_html('{} <span class="nowrap">{}\N{EN DASH}{}</span>', word, mine, theirs)

    def _at_home(self, line: MatchLine) -> bool:
        return bool(line.fixture.home.team_id == self.team.pk)


class VenueSheet(_SheetTable):
    match = Text("Match", accessor="words", empty_values=())
    result = Text("Score", accessor="line", empty_values=(), classes="nowrap")
    division = Text("Division", accessor="line__fixture__division__name", default="", wide=True)

    def __init__(self, rows: list[SheetRow], venue: Venue, season: Season, **kwargs: Any) -> None:
        super().__init__(rows, season, caption=f"{venue}, season {season}", **kwargs)

    def named(self, line: MatchLine) -> SafeString:
        return format_html('<a href="{}">{}</a>', line.fixture.get_absolute_url(), str(line.fixture))

    def scored(self, _line: MatchLine, home: Games, away: Games) -> str:
        return f"{home}\N{EN DASH}{away}"
