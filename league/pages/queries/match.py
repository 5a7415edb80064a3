"""One match: the card in the order of the paper, what became of it, what a reader may do, what search engines read.

Not shown to everybody are a card that is sealed or disputed, who sent it, and why a match was put off.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet, prefetch_related_objects
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.timezone import localdate, make_aware

from league.base.accounts.models import User
from league.base.ui import formats
from league.base.ui.charts import Duel
from league.base.ui.formats import LINK_TITLE, ProperName, within
from league.matchnight.permissions import may_invite_scorer, may_score
from league.pages.queries.match_lists import DASH, MatchLine, lines_with_scores
from league.pages.queries.team import TeamsMet, two_teams
from league.results.choices import FINAL_STATES, PUBLIC_STATES, WRITTEN, ResultState, SentFor, Source
from league.results.models import Photo
from league.results.permissions import may_decide, sides_of
from league.results.queries.facts import Facts, facts_of, protests_about, why_no_protest
from league.results.queries.penalties import late_card
from league.results.queries.to_do import BUTTONS, CaptainTask, CaptainTaskKind, dispute_button, is_being_scored
from league.results.values import public_card_of
from league.schedule.choices import FixtureState, FixtureStatus
from league.schedule.models import Fixture
from league.schedule.permissions import may_move
from league.schedule.values.matches import is_order_drawn, moved_words, starts_at
from league.teams.queries.people import players_named
from scoring import codec
from scoring.card.format import game_title, line_titles
from scoring.card.outcome import Tally, course
from scoring.card.sheet import Card, GameScore, How, Side

LEAST = 3  # games that make a course worth drawing
STATE_TAGS = {
    ResultState.PROVISIONAL: "warn",
    ResultState.DISPUTED: "bad",
    ResultState.CONFIRMED: "good",
    ResultState.DECIDED: "good",
}
STATUS_TAGS = {
    FixtureStatus.IN_PLAY: "live",
    FixtureStatus.POSTPONED: "warn",
    FixtureStatus.TO_ARRANGE: "warn",
    FixtureStatus.REARRANGED: "warn",
    FixtureStatus.VOID: "quiet",
    FixtureStatus.WITHDRAWN: "quiet",
    FixtureStatus.BYE: "quiet",
}
FROM_RECORDS = "From the league’s records"
LEAGUE_WORDS = {
    Source.CORRECTION: "Corrected by the league",
    Source.AWARD: "Awarded by the league",
    Source.RESTORED: "The league reversed its decision",
    Source.IMPORTED: FROM_RECORDS,
}


class MatchEvent(NamedTuple):
    at: datetime
    words: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MatchPage:
    """`wanted`: the match has begun, or soon will, and nothing has come in. `allowed` is why the league let an unusual
    card stand; `by_code` who sent it, while no captain has answered.
    """

    line: MatchLine
    state: ResultState | None
    wanted: bool
    tally: Tally | None
    card: list[dict[str, Any]]
    history: list[MatchEvent]
    allowed: str
    sent_for: SentFor | None
    both_sent: bool
    course: Duel | None
    met: TeamsMet | None
    imported: bool = False
    by_code: str = ""

    @property
    def headline(self) -> str:
        """As in "Crown A 5-4 Bell" (with a dash), or "Crown A v Bell" while there is no score."""
        fixture, score = self.line.fixture, self.line.score
        between = f"{score[0]}{DASH}{score[1]}" if score else "v"
        return f"{fixture.home} {between} {fixture.away or 'a bye'}"

    @property
    def standfirst(self) -> str:
        """Division, or cup and round, when and where: "Division One, Tue 24 Nov, 8pm at The Crown"."""
        fixture = self.line.fixture
        old = fixture.day_text(fixture.first_date) if fixture.moved else ""
        if fixture.date is None:
            later = (f", postponed from {old}" if old else "") + ", date to be agreed" if fixture.open else ""
            return f"{fixture.occasion} at {fixture.venue.name}{later}"
        hour = f", {formats.clock(fixture.start_time)}" if fixture.open else ""
        night = f"moved from {old} to {fixture.night}" if old else fixture.night
        return f"{fixture.occasion}, {night}{hour} at {fixture.venue.name}"

    @property
    def message(self) -> str:
        fixture = self.line.fixture
        unusual = f", {self.line.tag[1].lower()}" if self.line.unusual and self.line.tag else ""
        night = f", {fixture.night}" if fixture.date else ""
        return f"{self.headline}{unusual} ({fixture.occasion}{night})."

    @property
    def tag(self) -> tuple[str, str]:
        """(style, words) of how things stand."""
        word = self.line.tag[1] if self.line.tag else ""
        if self.imported and not self.line.unusual:
            return STATE_TAGS[ResultState.DECIDED], FROM_RECORDS
        if self.state in STATE_TAGS:
            text = f"{word}, {self.state.label.lower()}" if self.line.unusual else self.state.label
            return STATE_TAGS[self.state], text
        status = self.line.fixture.status
        quiet = self.line.live is not None and self.line.live.quiet
        return "quiet" if quiet else STATUS_TAGS.get(status, ""), word or status.label


def match_page(fixture: Fixture, at: datetime) -> MatchPage:
    prefetch_related_objects([fixture], "moves")
    facts = facts_of(fixture)
    result = getattr(fixture, "result", None)
    state = result.state_at(at) if result is not None else None
    shown = state in PUBLIC_STATES
    submission = next((each for each in facts.submissions if result and each.pk == result.submission_id), None)
    card = public_card_of(submission) if submission is not None and shown else None
    tally = codec.decode_as(Tally, result.tally) if result is not None and shown else None
    lines = _card_lines(card, fixture) if card else []
    met, away = None, fixture.away
    # Players in a cup are not their teams.
    if fixture.open and away is not None and not fixture.home.slug and not away.slug:
        met = two_teams(fixture.home.team, away.team, at)
    return MatchPage(
        line=lines_with_scores([fixture], at)[0],
        state=state,
        wanted=state is None and fixture.open and fixture.date is not None and fixture.date <= localdate(at),
        tally=tally,
        card=lines,
        history=sorted(_history(fixture, facts, state, at), key=lambda event: event.at),
        allowed=submission.reason if submission is not None and shown and submission.overruled else "",
        sent_for=SentFor(submission.sent_for) if submission is not None else None,
        both_sent=all(facts.latest(side) for side in (SentFor.HOME, SentFor.AWAY)),
        course=_course(fixture, lines, tally) if tally else None,
        met=met,
        imported=submission is not None and shown and submission.source == Source.IMPORTED,
        by_code=submission.sender_name if submission is not None and submission.by_code else "",
    )


def photos_of(fixture: Fixture) -> QuerySet[Photo]:
    return Photo.objects.filter(fixture=fixture).order_by("at", "pk")


# --- the card ---------------------------------------------------------------------------------------------------------
def _card_lines(card: Card, fixture: Fixture) -> list[dict[str, Any]]:
    """A player without a page of their own has no `slug`."""
    players = players_named(fixture.league, {player for line in card.lines for player in (*line.home, *line.away)})
    names = {
        named: {"name": each.public_name, "slug": None if each.under_18 or each.pk is None else each.slug}
        for named, each in players.items()
    }
    return [
        {
            "title": title,
            "home": [names[player] for player in line.home],
            "away": [names[player] for player in line.away],
            "games": [_card_game(game) for game in line.games],
        }
        for title, line in zip(line_titles(fixture.rules_in_force().format.lines), card.lines, strict=False)
    ]


def _card_game(game: GameScore) -> dict[str, str]:
    if game.how is How.VOID:
        return {"home": "void", "away": "void", "winner": ""}
    won = "claimed" if game.how is How.CLAIMED else "won"
    home, away = (
        str(pegs) if pegs is not None else won if game.winner is side else DASH
        for side, pegs in ((Side.HOME, game.home_pegs), (Side.AWAY, game.away_pegs))
    )
    return {"home": home, "away": away, "winner": game.winner or ""}


def _course(fixture: Fixture, card: list[dict[str, Any]], tally: Tally) -> Duel | None:
    games = [
        (game_title(line["title"], len(line["games"]), number), game["winner"])
        for line in card
        for number, game in enumerate(line["games"], start=1)
    ]
    return match_duel(str(fixture.home), str(fixture.away), games, tally)


def match_duel(home: str, away: str, games: list[tuple[str, str]], tally: Tally) -> Duel | None:
    """A card game by game; `games` are (what it was, "home", "away" or ""). None if they do not make up the score."""
    won = course([Side(winner) if winner else None for _, winner in games])
    if len(games) < LEAST or won.scores[-1] != (tally.home_games, tally.away_games):
        return None
    if won.winner is None or won.ahead is None or won.decided is None:
        text = f"Level at {won.scores[-1][0]}{DASH}{won.scores[-1][1]} after the last game."
    else:
        name = home if won.winner is Side.HOME else away
        ahead, decided = games[won.ahead][0], games[won.decided][0]
        text = f"{name} led from {ahead} on" if ahead != decided else f"{name} took the lead in {ahead}"
        text += f", and could not be caught after {decided}." if ahead != decided else ", the deciding game."
    return Duel(
        title=f"Games won by {home} and {away}, in the order of the card",
        home=f"{home} {tally.home_games}",
        away=f"{away} {tally.away_games}",
        steps=tuple((name, *score) for (name, _), score in zip(games, won.scores, strict=True)),
        words=text,
    )


# --- what became of it ------------------------------------------------------------------------------------------------
def _history(fixture: Fixture, facts: Facts, state: ResultState | None, at: datetime) -> Iterator[MatchEvent]:
    for move in fixture.moves.all():
        yield MatchEvent(move.at, capfirst(moved_words(move.old_date, move.new_date)))
    for card in facts.submissions if state is not ResultState.SEALED else ():
        if card.sent_for == SentFor.LEAGUE:
            decided = LEAGUE_WORDS.get(Source(card.source), "Decided by the league")
            words = f"Entered by the league {Source(card.source).label}" if facts.entered(card) else decided
            yield MatchEvent(card.received_at, words, card.reason)
        else:
            side = fixture.home if card.sent_for == SentFor.HOME else fixture.away
            how = f" ({Source(card.source).label})" if card.source in WRITTEN else ""
            text = f"A card for {side} came by the code on it" if card.by_code else f"{side} sent the card{how}"
            late = late_card(fixture, facts, card.sent_for, card.came, card)
            yield MatchEvent(card.received_at, f"{text}, {late.how_late}" if late else text)
    for answer in facts.answers:
        if not answer.agreed:
            side = fixture.home if answer.side == SentFor.HOME else fixture.away
            yield MatchEvent(answer.at, f"{side} disputed the result")
    if state is ResultState.CONFIRMED:
        settled, by_time = fixture.result.settled_at, fixture.result.confirm_by or at
        words = "Confirmed by both captains" if settled else "Confirmed: nobody disputed it in time"
        yield MatchEvent(settled or by_time, words)


# --- the games that were pegged live ----------------------------------------------------------------------------------
def pegged_links(fixture: Fixture, games: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The pegged games that are over, in the order of the card; `games` as the live state has them (docs/api.md)."""
    lines = fixture.rules_in_force().format.lines
    titles = line_titles(lines)
    return [
        {
            "title": game_title(titles[line], lines[line].games, game["game"]),
            "sides": list(zip(map(" and ".join, game["players"]), game["scores"], strict=True)),
            "aside": game["aside"],
            "url": fixture.address_of("live-game", line, game["game"]),
        }
        for game in games
        for line in [game["line"]]
        if game["winner"] is not None
    ]


# --- what one person may do about it, the likeliest first -------------------------------------------------------------
LiveGames = Sequence[Mapping[str, Any]]  # as the live state of a match has them (docs/api.md)
NamedAction = tuple[str, str]


def match_actions(
    user: User, page: MatchPage, at: datetime, *, task: CaptainTask | None, games: LiveGames
) -> list[tuple[str, str]]:
    """Each as its label and its address."""
    fixture = page.line.fixture
    if fixture.away is None:
        return []
    card = [*_captains(user, fixture, page, at, task=task, games=games), *_officers(user, fixture, page)]
    scoring, starts = list(_scorers(user, fixture, page, games)), starts_at(fixture)
    scored_first = (starts is not None and at < starts) or is_being_scored(fixture)
    named = [*scoring[:1], *card] if scored_first else [*card, *scoring[:1]]
    named += scoring[1:]  # links for scorers
    parts = ((text, name.partition("?")) for text, name in named)
    return [(text, fixture.address_of(name) + mark + rest) for text, (name, mark, rest) in parts]


def _scorers(user: User, fixture: Fixture, page: MatchPage, games: LiveGames) -> Iterator[NamedAction]:
    if not page.wanted or not may_score(user, fixture):
        return
    yield "Continue scoring" if games else "Score it live", "score"
    if may_invite_scorer(user, fixture):
        yield "Scorer links", "scorer-links"


def _captains(
    user: User, fixture: Fixture, page: MatchPage, at: datetime, *, task: CaptainTask | None, games: LiveGames
) -> Iterator[NamedAction]:
    sides = sides_of(user, fixture)
    if sides and page.state in FINAL_STATES:
        yield from _protests(fixture, sides[0], at)
    if not sides or page.state in FINAL_STATES:
        return
    sealed = page.state is ResultState.SEALED and (page.sent_for not in sides or page.by_code)
    if page.state is None or sealed:
        if page.state or page.wanted:
            kind = CaptainTaskKind.FINISH if task and task.kind is CaptainTaskKind.FINISH else CaptainTaskKind.ENTER
            yield BUTTONS[kind], "live-card" if any(game["winner"] is not None for game in games) else "match-card"
        if is_order_drawn(fixture):
            yield "Draw who plays on which line", "match-draw"
        return
    if page.by_code:
        confirms = page.state is ResultState.PROVISIONAL
        yield from [("Confirm the result", "match-confirmation")] if confirms else []
        yield "Send your own card", "card-players"
        return
    if page.state is ResultState.DISPUTED:
        yield dispute_button(both_sent=page.both_sent), "match-card"
    elif page.sent_for not in sides:
        yield "Confirm the result", "match-confirmation"
        yield "Dispute the result", "match-dispute"
    if page.sent_for in sides or page.both_sent:
        yield "Change your card", "card-players"


def _protests(fixture: Fixture, side: SentFor, at: datetime) -> Iterator[NamedAction]:
    if protests_about(fixture):
        yield "Read the complaint", "match-protest"
    elif not why_no_protest(fixture, fixture.rules_in_force(), side, at):
        yield "Make a complaint", "match-protest"


def _officers(user: User, fixture: Fixture, page: MatchPage) -> list[NamedAction]:
    results = list(_deciding(fixture, page)) if may_decide(user, fixture) else []
    if page.state is not None or not fixture.open or fixture.in_play or not may_move(user, fixture):
        return results
    label = "Set the date" if fixture.to_arrange else "Rearrange the match"
    change = ("Change or postpone the match" if fixture.date else label, "rearrange-match")
    return [*results, change] if page.wanted else [change, *results]


def _deciding(fixture: Fixture, page: MatchPage) -> Iterator[NamedAction]:
    if page.state in FINAL_STATES and any(each.answered_at is None for each in protests_about(fixture)):
        yield "Answer the complaint", "match-protest-answer"
    if page.state in (ResultState.DISPUTED, ResultState.SEALED):
        yield "Decide the result", "match-decision"
    elif page.state is not None:
        yield "Correct the result", "match-decision?open=correction#correction"
        yield "Change the decision" if page.state is ResultState.DECIDED else "Decide the result", "match-decision"
        if page.state is ResultState.DECIDED:
            yield "Withdraw the decision", "match-decision?open=restoration#restoration"
    elif page.wanted:
        yield "Enter result", "match-card"
    if page.wanted:
        yield "Award the match", "match-decision?open=award#award"
    elif page.state is None and fixture.open:
        yield "Enter or award the result", "match-decision"


# --- what search engines read: a SportsEvent of schema.org, which names no player -------------------------------------
Thing = dict[str, Any]
STATUS = {FixtureState.POSTPONED: "EventPostponed", FixtureState.VOID: "EventCancelled"}


def about_match(page: MatchPage, site: str) -> Thing:
    """The `title` of a link, with names shortened to fit, and JSON-LD `data`; None of a bye or without a date."""
    fixture, score = page.line.fixture, page.line.score
    between = f" {score[0]}{DASH}{score[1]} " if score else " v "
    title = within(LINK_TITLE, ProperName(fixture.home), between, ProperName(fixture.away or "a bye"))
    # A match that has no date yet keeps the one it had.
    on = fixture.date or (None if fixture.to_arrange else fixture.first_date)
    if fixture.away is None or on is None:
        return {"title": title, "data": None}
    league = fixture.league
    steps = (
        (league.short_name, league.get_absolute_url()),
        ("Fixtures", reverse("fixtures", args=[league.slug])),
        (str(fixture), fixture.get_absolute_url()),
    )
    items = [
        {"@type": "ListItem", "position": place, "name": name, "item": site + address}
        for place, (name, address) in enumerate(steps, 1)
    ]
    event = _event(fixture, on, site) | {"name": str(fixture), "description": page.message}
    crumbs = {"@type": "BreadcrumbList", "itemListElement": items}
    return {"title": title, "data": {"@context": "https://schema.org", "@graph": [event, crumbs]}}


def _event(fixture: Fixture, on: date, site: str) -> Thing:
    # The dates that it was moved away from, each once, the first one first.
    days = (move.old_date for move in fixture.moves.all())
    before = dict.fromkeys(day for day in days if day is not None and day != fixture.date) if fixture.date else {}
    starts = [make_aware(datetime.combine(day, fixture.start_time)).isoformat() for day in (on, *before)]
    status = STATUS.get(FixtureState(fixture.state), "EventRescheduled" if before else "EventScheduled")
    league, venue = fixture.league, fixture.venue
    location: Thing = {"@type": "Place", "name": venue.name, "url": site + venue.get_absolute_url()}
    address = {"streetAddress": venue.address, "postalCode": venue.postcode, "addressCountry": "GB"}
    address_parts = {name: value for name, value in address.items() if value}
    event: Thing = {
        "@type": "SportsEvent",
        "url": site + fixture.get_absolute_url(),
        "sport": "Fives and threes (dominoes)",
        "eventAttendanceMode": "https://schema.org/OfflineEventAttendanceMode",
        "eventStatus": f"https://schema.org/{status}",
        "location": location | {"address": {"@type": "PostalAddress"} | address_parts},
        "organizer": {"@type": "SportsOrganization", "name": league.name, "url": site + league.get_absolute_url()},
        "startDate": starts[0],
    }
    for name, entry in (("homeTeam", fixture.home), ("awayTeam", fixture.away)):
        assert entry is not None
        address = {} if entry.slug else {"url": site + entry.team.get_absolute_url()}
        event[name] = {"@type": "SportsTeam", "name": str(entry)} | address
    return event | ({"previousStartDate": starts[1:]} if before else {})
