"""A league's front page, its teams and venues for the public, search by a few letters, a new one's checklist, and what
is the reader's own: their page, their team with its next match, and what waits for who leads it.

Who the reader is an account says, or a name and a team chosen in this browser, which cookies hold; nobody else learns
of it.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import groupby, islice
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet
from django.urls import reverse
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.base.accounts.models import digest_of
from league.base.ui.formats import LINK_TEXT, LINK_TITLE, LinkPreview, ProperName, night, within, within_list
from league.cups.queries.catalogue import cups_now
from league.matchnight.queries.games import puzzle_of_league
from league.matchnight.queries.match_view import tonight_of
from league.matchnight.queries.nights import NightQuestion, PersonalLink, links_of_user, questions_for
from league.pages.models import PubScreen
from league.pages.queries.averages import rank_of
from league.pages.queries.match_lists import (
    MatchLine,
    latest_results,
    league_matches,
    lines_with_scores,
    match_lines,
    matches_on,
    next_night,
)
from league.pages.queries.players import player_page, registrations_on
from league.pages.queries.site import page_of
from league.pages.queries.team import ever_in_the_league, position
from league.results.queries.tables import Standing, Standings, divisions, tables
from league.results.queries.to_do import CaptainTask, CaptainTaskKind, your_match
from league.results.tables import lead_of
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Division, Entry, Fixture, FixtureList, Season
from league.schedule.queries.matches import sides_of_team
from league.schedule.queries.seasons import still_in
from league.teams.choices import RoleKind
from league.teams.models import League, Player, Role, Team, Venue
from league.teams.permissions import Anybody, plays_here, roles_of, team_of_reader
from league.teams.queries.noticeboard import sponsor_of
from league.teams.queries.squads import former_names_of_venues
from scoring import codec
from scoring.card.presets import BLANK, PRESETS
from scoring.names import NameSearch, letters, person_search
from scoring.play.puzzles import puzzle_of_day
from scoring.words import several

LATEST = 6


def front_page(league: League, at: datetime) -> dict[str, Any]:
    """`night` is tonight or the next with matches; `older` counts results of nights before the latest one."""
    today = localdate(at)
    night = next_night(league, today)
    coming = lines_with_scores(matches_on(league, night), at) if night else ()
    matches = sorted(coming, key=lambda line: not line.fixture.in_play)
    shown = list(divisions())
    standings = tables(shown, at)
    nights = groupby(match_lines(latest_results(league, LATEST), at), key=lambda line: line.fixture.date)
    front = {
        "tonight": night == today,
        "night": night,
        "matches": matches,
        "in_play": night == today and any(each.fixture.in_play and each.score is None for each in matches),
        "latest": (latest := [(day, list(lines)) for day, lines in nights]),
        "older": sum(len(lines) for _, lines in latest[1:]),
        "ranking": [(each, standings[each.pk]) for each in shown],
        "cups": cups_now(league),
        "past_seasons": Season.objects.filter(league=league, ends__lt=today),  # read only where the page is empty
    }
    return front | {"empty": not (matches or front["latest"] or shown), "link": _link_to_league(front, league)}


def _link_to_league(front: dict[str, Any], league: League) -> LinkPreview:
    here, matches = f" \N{EN DASH} {league.short_name}", several(len(front["matches"]), "match")
    leading = next(((division, table) for division, table in front["ranking"] if table.started), None)
    if front["tonight"]:
        title = within(LINK_TITLE, f"Tonight: {matches}", here)
    elif leading:
        title = within(LINK_TITLE, *lead_of(leading[1], leading[0]), here)
    else:
        title = within(LINK_TITLE, ProperName(league.name))
    latest = ((day, lines[0]) for day, lines in front["latest"] if lines[0].score)
    sentences = [f"{night(day)}: {''.join(line.score_parts)}" for day, line in latest]
    if front["night"] and not front["tonight"]:
        sentences.insert(0, f"Next: {matches}, {night(front['night'])}")
    return LinkPreview(title, within_list(LINK_TEXT, sentences, ". ") or "Fixtures, results and tables")


# --- teams and venues -------------------------------------------------------------------------------------------------
def divisions_with_teams() -> QuerySet[Division]:
    return divisions().prefetch_related(
        Prefetch("entries", Entry.objects.select_related("team__venue").order_by("name", "pk"))
    )


def venues_of(league: League) -> QuerySet[Venue]:
    teams = Team.objects.filter(active=True).order_by("name", "pk")
    venues: QuerySet[Venue] = Venue.objects.filter(league=league).order_by("name", "pk")
    return venues.prefetch_related(Prefetch("teams", teams))


# --- search -----------------------------------------------------------------------------------------------------------
SHORTEST = 2
MOST_FOUND = 20


def search(league: League, words: str, on: date) -> dict[str, Any]:
    """At most `MOST_FOUND` of each; teams and venues with the earlier name by which they were found, or ""."""
    if len(letters(words)) < SHORTEST:
        return {}
    finds, finds_person = NameSearch(words).finds, person_search(words)
    of_some_year = Q(active=True) | ever_in_the_league()
    teams = Team.objects.filter(of_some_year, league=league).select_related("league", "venue")
    venues = list(Venue.objects.filter(league=league).select_related("league").order_by("name", "pk"))
    players = (each for each in registrations_on(league, on) if finds_person(each.player.public_name))
    return {
        "teams": list(islice(_teams_by_name(teams, finds), MOST_FOUND)),
        "players": list(islice(players, MOST_FOUND)),
        "venues": list(islice(_venues_by_name(venues, finds), MOST_FOUND)),
    }


def _teams_by_name(teams: QuerySet[Team], finds: Callable[[str], bool]) -> Iterator[tuple[Team, str]]:
    """The teams that are found by their names, or by one that they had before; those that play no more come last."""
    for team in teams.order_by("-active", "name", "pk").prefetch_related("former_names"):
        names = ["", *(each.name for each in team.former_names.all())]
        former = next((name for name in names if finds(name or team.name)), None)
        if former is not None:
            yield team, former


def _venues_by_name(venues: list[Venue], finds: Callable[[str], bool]) -> Iterator[tuple[Venue, str]]:
    former = former_names_of_venues(venues)
    for venue in venues:
        names = (name for name, place in former.items() if place == venue and finds(name))
        if finds(venue.name) or finds(venue.address):
            yield venue, ""
        elif name := next(names, ""):
            yield venue, name


# --- what a new league still has to do before its first fixtures are out ----------------------------------------------
FEWEST_TEAMS = 2


def checklist(league: League) -> dict[str, Any] | None:
    """The steps of a league that has never had fixtures out, None for any other; `next` is the first not done."""
    shown = Q(division__competition__season__current=True) | Q(division__competition__season__closed_at__isnull=False)
    if Fixture.objects.filter(shown, league=league).exists():
        return None
    steps = [
        {"title": title, "text": text, "done": done, "act": act, "url": reverse(page, args=[league.slug, *more])}
        for title, text, done, act, page, *more in (*_steps_of_league(league), *_steps_of_season(league))
    ]
    to_do = (step for step in steps if not step["done"])
    return {"steps": steps, "next": next(to_do, None), "done": sum(bool(step["done"]) for step in steps)}


def _steps_of_league(league: League) -> Iterator[tuple[Any, ...]]:
    """Title, text, whether it is done, the words of the link, and the name and further parts of its address."""
    roles = Role.objects.filter(league=league, kind=RoleKind.SECRETARY, ended_at=None).order_by("since", "pk")
    if secretary := roles.values_list("user__name", flat=True).first():
        yield "The secretary", f"{secretary} is the secretary.", True, "See the people", "people"
    else:
        yield "The secretary", "The league has no secretary yet.", False, "Invite the secretary", "invite-person"
    if league.rules == codec.encode(BLANK):
        text = "None yet. Write them before the first result."
        yield "Rules", text, False, "Write the rules", "league-rules"
    else:
        preset = PRESETS[league.preset].name if league.preset in PRESETS else "the rules it came with"
        whose = "Your own." if league.preset == BLANK.key else f"Started from {preset}."
        yield "Rules", f"{whose} Change what differs before the first result.", True, "Check the rules", "league-rules"
    if venues := Venue.objects.filter(league=league).count():
        yield "Venues", f"{venues} so far.", True, "See the teams and venues", "teams"
    else:
        yield "Venues", "They come with the teams, on one form.", False, "Add venues and teams", "add-rows", "teams"
    led = Q(roles__kind=RoleKind.CAPTAIN, roles__ended_at=None)
    active = Team.objects.filter(league=league, active=True)
    counts = active.aggregate(teams=Count("pk", distinct=True), captains=Count("pk", filter=led, distinct=True))
    teams, captains = counts["teams"], counts["captains"]
    enough = teams >= FEWEST_TEAMS
    text = f"{teams} so far." if teams else "All of them on one form, with their captains."
    yield "Teams", text, enough, "Add more teams" if enough else "Add teams", "add-rows", "teams"
    text = f"{captains} of {teams} teams have a captain." if teams else "After the teams."
    done = enough and captains == teams
    yield "Captains", text, done, *(("See the people", "people") if done else ("Add captains", "add-rows", "people"))


def _steps_of_season(league: League) -> Iterator[tuple[Any, ...]]:
    season = Season.objects.filter(league=league, closed_at=None).order_by("-starts", "-pk").first()
    published = Fixture.objects.filter(league=league).exists()
    drafts: list[int] = []
    page: tuple[str, ...] = ("season-desk",)
    if season is None:
        yield "Season", "Its name, its first day and its last.", False, "Set up a season", *page
    else:
        of_season = Q(competition__season=season, competition__kind=CompetitionKind.LEAGUE)
        entries = Entry.objects.filter(division__in=Division.objects.filter(of_season))
        placed = entries.values("team").distinct().count()
        lists = FixtureList.objects.filter(of_season).exclude(hard=None).order_by("hard", "-number")
        drafts, done = list(lists.values_list("number", flat=True)), placed >= FEWEST_TEAMS
        text, act = f"{season}, with {several(placed, 'team')}.", "See the season" if done else "Put teams in divisions"
        yield "Season", text, done, act, "season-setup", season.slug
        page = ("season-lists", season.slug)
    if published or drafts:
        yield "Fixtures", "A draft list is made.", True, "See the drafts", *page
    else:
        text = "The site makes a draft list in about a minute, and you may change it."
        yield "Fixtures", text, False, "Make a draft list", *page
    text, act = "Then everyone can see them.", "Publish the fixtures"
    if published:
        text = "The fixtures are published, but only you can see the season."
        act = f"Make {season or 'a season'} the current season"
        page = ("season-setup", season.slug) if season else page
    elif season and drafts:
        page = ("publish-list", season.slug, str(drafts[0]))
    yield "Publish", text, False, act, *page


# --- televisions of pubs ----------------------------------------------------------------------------------------------
COMING = 7  # matches
TWO_WEEKS = timedelta(days=14)


def screen_of(cookie: str) -> PubScreen | None:
    if not cookie:
        return None
    with scopes_disabled():
        rows = PubScreen.objects.filter(digest=digest_of(cookie), revoked_at=None)
        screen: PubScreen | None = rows.select_related("league", "venue").first()
    return screen


def slides_of(screen: PubScreen, at: datetime) -> list[dict[str, Any]]:
    """Matches live at the pub, two to a slide; in a pause everything else."""
    matches = [each for each in tonight_of(screen.league, at).matches if each.fixture.venue_id == screen.venue_id]
    live = [each for each in matches if each.status == "live"]
    pairs = [live[place : place + 2] for place in range(0, len(live), 2)]
    if pairs:
        keys = ("-".join(str(each.fixture.pk) for each in pair) for pair in pairs)
        return [{"key": key, "kind": "match", "matches": pair} for key, pair in zip(keys, pairs, strict=True)]
    own = puzzle_of_league(screen.league, localdate(at))
    puzzle = page_of(own, league=screen.league.slug) if own else page_of(puzzle_of_day(localdate(at)))
    return [
        *([{"key": "tonight", "kind": "tonight", "title": "Tonight", "matches": matches}] if matches else []),
        *_tables(screen, at),
        {"key": "coming", "kind": "coming", "title": f"Next at {screen.venue}", "lines": _coming(screen, at)},
        {"key": "puzzle", "kind": "puzzle", "title": "What would you play?", "puzzle": puzzle},
        *([{"key": "sponsor", "kind": "sponsor"}] if sponsor_of(screen.league) else []),
    ]


def _tables(screen: PubScreen, at: datetime) -> list[dict[str, Any]]:
    shown = list(
        divisions().filter(still_in(localdate(at), "entries__"), entries__team__venue=screen.venue_id).distinct()
    )
    standings = tables(shown, at)
    return [
        {"key": f"table-{each.pk}", "kind": "table", "title": each.name, "table": standings[each.pk]}
        for each in shown
        if standings[each.pk].rows
    ]


def _coming(screen: PubScreen, at: datetime) -> tuple[MatchLine, ...]:
    today = localdate(at)
    rows = league_matches(screen.league).filter(venue=screen.venue_id, date__gt=today, date__lte=today + TWO_WEEKS)
    ordered = rows.exclude(state__in=(FixtureState.VOID, FixtureState.POSTPONED)).order_by("date", "start_time", "pk")
    return match_lines(ordered[:COMING], at)


PLAYER_COOKIE = "my-player"
SHORTEST_BEST = 3  # of a run that is told as a personal best
AROUND = 2  # lines of the table above the own team's, and below
Ranking = list[tuple[Division, Standings]]


# --- the reader's own page --------------------------------------------------------------------------------------------
def player_of_reader(user: Anybody, league: League, slug: str | None) -> Player | None:
    """The player of this account, or the one chosen in this browser; nobody under 18 is chosen."""
    players = Player.objects.filter(league=league, merged_into=None).select_related("league")
    if user.is_authenticated and (own := players.filter(user=user).order_by("pk").first()):
        return own
    return players.filter(slug=slug, under_18=False).first() if slug else None


def next_question(user: Anybody, league: League, on: date) -> tuple[PersonalLink, NightQuestion] | None:
    """The next match for which a team of somebody who is signed in asks whether they can play, with their link."""
    links = links_of_user(user, league, on) if user.is_authenticated else ()
    nights = [(link, each) for link in links for each in questions_for(link, on) if not each.instead]
    return min(nights, key=lambda each: each[1].night, default=None)


def my_season(player: Player, on: date) -> dict[str, Any]:
    page, bests = player_page(player, on), []
    last = next((each.night.on for each in page.matches if not each.cup), None)
    if last and timedelta() <= on - last <= timedelta(days=1):
        runs = ((page.career.runs.won, "lines won in a row"), (page.career.runs.unbeaten, "matches unbeaten"))
        bests = [f"{run.now} {words}" for run, words in runs if run.now == run.most >= SHORTEST_BEST]
    return {"page": page, "rank": rank_of(page), "bests": bests}


# --- the reader's team ------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class MyTeam:
    """`place` is "7th in Division One", "" before the first match; `chosen` in this browser, not by a role."""

    team: Team
    place: str
    standing: Standing | None
    next: MatchLine | None
    today: date
    todo: list["ToDo"]
    chosen: bool

    @property
    def tonight(self) -> bool:
        return self.next is not None and self.next.fixture.date == self.today


def my_team(user: Anybody, league: League, slug: str | None, ranking: Ranking, at: datetime) -> MyTeam | None:
    """The reader's team with its place, from tables read already; None without a team."""
    team = team_of_reader(user, league, slug)
    if team is None:
        return None
    lines = ((division, line) for division, table in ranking for line in table.rows if line.slug == team.slug)
    division, standing = next(lines, (None, None))
    place = position(standing)
    coming = league_matches(league).filter(
        sides_of_team(team), date__gte=localdate(at), division__competition__season__current=True
    )
    matches = lines_with_scores(coming.order_by("date", "start_time", "pk")[:2], at)
    return MyTeam(
        team=team,
        place=f"{place[0].upper()}{place[1:]} in {division}" if place else str(division or ""),
        standing=standing,
        next=next((line for line in matches if not line.over), None),
        today=localdate(at),
        todo=things_to_do(user, league, at),
        chosen=not any(role.team_id for role in roles_of(user, league)),
    )


def table_around(table: Standings, slug: str) -> tuple[Standing, ...]:
    at = next((number for number, row in enumerate(table.rows) if row.slug == slug), None)
    return () if at is None else table.rows[max(0, at - AROUND) : at + AROUND + 1]


# --- what waits for somebody who leads a team, or plays in a cup ------------------------------------------------------
NOT_HERE = (CaptainTaskKind.NEXT, CaptainTaskKind.WAITING, CaptainTaskKind.UNENTERED)
PAGES = {CaptainTaskKind.SCORE: "score", CaptainTaskKind.ARRANGE: "ask-move"}


@dataclass(frozen=True, slots=True)
class ToDo:
    """`by` is None without a deadline."""

    fixture: Fixture
    label: str
    url: str
    by: datetime | None
    late: bool = False


def things_to_do(user: Anybody, league: League, at: datetime) -> list[ToDo]:
    if not user.is_authenticated or not plays_here(user, league):
        return []
    return [_to_do(task, at) for task in your_match(user, league, at) if _waits(task)]


def _waits(task: CaptainTask) -> bool:
    """A card only once its match has begun, but for one that somebody has begun to fill in."""
    if task.kind is CaptainTaskKind.CONFIRM:
        return True
    begun = task.begun or task.fixture.date is None
    return task.kind not in NOT_HERE and (begun or task.kind is CaptainTaskKind.FINISH)


def _to_do(task: CaptainTask, at: datetime) -> ToDo:
    fixture, due = task.fixture, task.due if task.now else None
    address = fixture.address_of(PAGES.get(task.kind, "match-card"))
    address = fixture.get_absolute_url() if task.offered and task.kind is not CaptainTaskKind.CONFIRM else address
    return ToDo(fixture, task.button, address, due, late=due is not None and due < at)
