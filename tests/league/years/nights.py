"""What happens in a league's year once its fixtures are out: cards, confirmations, disputes, postponements, a team that
leaves. Captains and secretary do it through the pages, and each action is written down for the judge.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from itertools import zip_longest
from random import Random

from django.utils.timezone import get_default_timezone, now
from django_scopes import scope

from league.notifications.actions.write_messages import process_audit_log
from league.notifications.models import Message
from league.teams.models import League as LeagueRow
from tests.league.person import Person, type_code
from tests.league.years import judge
from tests.league.years.beginning import SEASON, email_of, sign_in, slug
from tests.league.years.cards import SIDES, Line, Match, Played, other_card, who_came, write_card
from tests.league.years.leagues import PubLeague, squad_of

START, CLOSING, MORNING = time(20), time(22, 30), time(9)
DAY = timedelta(days=1)


def moment(day: date, hour: time) -> datetime:
    return datetime.combine(day, hour, tzinfo=get_default_timezone())


@dataclass
class Year:
    """A year of a league from its first night; `travel` sets the clock. `invitations` are links by e-mail address."""

    league: PubLeague
    rng: Random
    travel: Callable[[datetime], None]
    secretary: Person
    captains: dict[str, Person] = field(default_factory=dict)
    divisions: dict[str, judge.Judged] = field(default_factory=dict)
    invitations: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with scope(league=LeagueRow.objects.get(slug=slug(self.league.short))):
            process_audit_log(at=now())
            mails = Message.objects.filter(kind="role").values_list("address", "text")
        self.invitations = {address: re.search(r"/invitation/\S+", text)[0] for address, text in mails}
        for each in self.league.divisions:
            self.divisions[each.name] = judge.Judged(each.rules, each.teams, halfway=self.league.halfway)

    @property
    def home(self) -> str:
        return f"/{slug(self.league.short)}/"

    def play(self, first: date, last: date) -> None:
        """Everything that happens from one day to another, in its order."""
        for at, action in sorted(self._actions(), key=lambda each: each[0]):
            if first <= at.date() <= last:
                self.travel(at)
                action()

    def _actions(self) -> Iterator[tuple[datetime, Callable[[], None]]]:
        """What happens, with its moment. No two actions of a league have the same."""
        for number, (match, story) in enumerate(self._matches()):
            on, later = match.listed, timedelta(minutes=number)
            if story == "postponed":
                on += 3 * DAY
                yield moment(match.listed - DAY, MORNING) + later, lambda m=match, d=on: self._postpone(m, d)
            if self._gone(match):
                continue
            at = moment(on, CLOSING) + later
            if story == "late":
                at = moment(on, START) + timedelta(hours=int(self._rules(match)["submit_within"]) + 1) + later
                yield at + 5 * later + DAY, lambda m=match: self._fine(m)
            yield at, lambda m=match, s=story, d=on: self._send_in(m, s, d)
        if self.league.left:
            yield moment(self.left_on, MORNING), self._leave

    def _matches(self) -> Iterator[tuple[Match, str]]:
        """Every match of the list with its story, "" for most."""
        for division in self.league.divisions:
            for (on, home, away), story in zip_longest(division.matches(), division.stories, fillvalue=""):
                half = 1 if on <= self.league.halfway else 2
                yield Match(division.name, on, home, away, half), story

    @property
    def left_on(self) -> date:
        """The Friday after the last night on which the team that leaves has played."""
        return self.league.last_night_of_leaver + 4 * DAY

    def _gone(self, match: Match) -> bool:
        """Whether it is a match of a team that has left by then."""
        left = self.league.left
        return left is not None and left[0] in {match.home, match.away} and match.listed > self.left_on

    def _rules(self, match: Match) -> judge.Rules:
        return self.divisions[match.division].rules

    def _both_send(self, match: Match) -> bool:
        return self._rules(match).get("confirm") == "both-captains-enter"

    def address(self, match: Match, rest: str) -> str:
        return f"{self.home}{match.listed}/{slug(match.home)}-v-{slug(match.away)}/{rest}"

    # --- captains ---------------------------------------------------------------------------------------------------
    def captain(self, team: str) -> Person:
        """The team's captain, who comes in by the invitation the first time."""
        if team not in self.captains:
            self.captains[team] = Person()
            self.captains[team].open(self.invitations[email_of(squad_of(team)[0])])
            type_code(self.captains[team])
        return self.captains[team]

    def _send_in(self, match: Match, story: str, on: date) -> None:
        """The card of a match, through to its end: sent, and confirmed, met by an equal one, or decided."""
        walkover = story.removeprefix("walkover ") if story.startswith("walkover") else ""
        played = Played(match, on, () if walkover else self._card(match, story), walkover)
        self._send(match, "home", played, alone=story == "score")
        if story == "disputed":
            played = self._dispute(match, played)
        elif story == "questioned":
            self._question(match)
        elif self._both_send(match):
            self._send(match, "away", played)
        else:
            away = self.captain(match.away)
            away.open(self.address(match, "card/"))
            away.send("Confirm this result", follow=False)
        self.divisions[match.division].played.append(played)

    def _card(self, match: Match, story: str) -> tuple[Line, ...]:
        rules = self._rules(match)
        there = [
            who_came(self.rng, squad_of(getattr(match, side)), rules, short=story == f"short {side}") for side in SIDES
        ]
        return write_card(self.rng, rules, *there)

    def _send(self, match: Match, side: str, played: Played, *, alone: bool = False) -> None:
        """Fill in the card page by page, as it is asked for, or only the score, and send it."""
        captain = self.captain(getattr(match, side))
        if played.walkover or alone:
            games = {
                f"{side}_games": str(number) for side, number in zip(SIDES, judge.games(played.lines), strict=True)
            }
            ending = {"ending": f"walkover-{played.walkover}"} if played.walkover else {"ending": "played"} | games
            captain.open(self.address(match, "card/score/"))
            captain.send("Save and check", ending)
        else:
            captain.open(self.address(match, "card/players/"))
            captain.send("Save and continue", _ticks(played.lines))
            written = _written(played.lines)
            while "/card/lines/" in captain.at:
                asked = captain.form("Save and").names
                captain.send("Save and", {name: value for name, value in written.items() if name in asked})
        captain.send("Send result")
        assert "/card/receipts/" in captain.at, captain.page.words

    def _dispute(self, match: Match, played: Played) -> Played:
        """The other captain sends a card of their own, and the secretary lets that one count."""
        theirs = Played(match, played.on, other_card(played.lines))
        self._send(match, "away", theirs)
        secretary = self.at_the_desk(self.address(match, "decision/"))
        cards = secretary.form("Confirm decision").options["card"]
        (card,) = [words for words in cards if words.startswith(f"{match.away}’s card:")]
        secretary.send("Confirm decision", {"card": card, "reason": "The paper card says so."})
        return theirs

    def _question(self, match: Match) -> None:
        """The other captain says that the card is not right, and the secretary lets it count all the same."""
        away = self.captain(match.away)
        away.open(self.address(match, "card/"))
        away.follow("Dispute it")
        away.send("Dispute the result", {"reason": "The last game was ours."})
        secretary = self.at_the_desk(self.address(match, "decision/"))
        secretary.send("Accept this card", {"reason": "The paper card says so."})

    # --- the secretary ----------------------------------------------------------------------------------------------
    def at_the_desk(self, address: str) -> Person:
        """The secretary at a page; who has been away for some hours has to sign in first."""
        self.secretary.open(address)
        if self.secretary.at.startswith("/accounts/login/"):
            sign_in(self.secretary)
        return self.secretary

    def _postpone(self, match: Match, to: date) -> None:
        secretary = self.at_the_desk(self.address(match, "postponement/"))
        typed = {"asked_by": match.away, "reason": "Snow", "New date": to.isoformat()}
        secretary.send("Postpone the match", typed)
        assert "The league asks for 2 days’ notice" in secretary.page.words
        secretary.send("Postpone the match", {"anyway": "on"})

    def _fine(self, match: Match) -> None:
        """Take off what a late card costs each side that was to send one; how much, by the rules that were typed."""
        division = self.divisions[match.division]
        costs = [judge.exact(each) for each in division.rules["penalty0-costs"].split(",")]
        secretary = self.at_the_desk(f"{self.home}late-cards/")
        for team in (match.home, match.away) if self._both_send(match) else (match.home,):
            before = sum(fined == team for fined, _ in division.off)
            points = costs[min(before, len(costs) - 1)]
            noun = "point" if points <= 1 else "points"
            secretary.send(f"Deduct {judge.written(points)} {noun} from {team}")
            division.off.append((team, points))

    def _leave(self) -> None:
        team, _ = self.league.left
        secretary = self.at_the_desk(f"{self.home}season/{SEASON}/teams/{slug(team)}/withdrawal/?on={self.left_on}")
        secretary.send("Withdraw the team", {"Reason": "The pub is shut."})
        division = next(each for each in self.divisions.values() if team in each.teams)
        division.left[team] = self.left_on


def _ticks(lines: tuple[Line, ...]) -> dict[str, list[str]]:
    """Who was there, by name."""
    return {side: list(dict.fromkeys(name for line in lines for name in getattr(line, side))) for side in SIDES}


def _written(lines: tuple[Line, ...]) -> dict[str, str]:
    """A card as the fields of its pages."""
    typed = {}
    for number, line in enumerate(lines):
        for side in SIDES:
            places = max(len(line.home), len(line.away))
            names = [*getattr(line, side), *[""] * places][:places]  # nobody where the page proposes somebody
            typed |= {f"lines.{number}.{side}.{place}": name for place, name in enumerate(names)}
        for game, played in enumerate(line.games):
            path = f"lines.{number}.games.{game}"
            typed[f"{path}.winner"] = played.result
            if played.pegs is not None:
                loser = SIDES[1 - SIDES.index(played.winner)]
                typed[f"{path}.{loser}_pegs"] = str(played.pegs)
    return typed
