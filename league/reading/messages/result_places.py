"""Which match a result is about, and which of its numbers is the home side's."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from league.reading.days import WEEKDAYS, day_of, find_day
from league.reading.messages.results import SaidMessage, SaidResult, Says
from league.reading.messages.values import NightMatch, ScoreOption, SentMessage
from league.reading.messages.words import TeamRef

LATE = timedelta(days=7)  # longer after a match nobody sends its result as news
SOON = timedelta(days=3)  # so long who does not name both teams is likely to speak of their last match
SHORTEST_EVENING = timedelta(minutes=75)  # of a match whose games are not counted beforehand
WHOSE = "It does not say whose score is whose."
NO_MATCH = "It is not clear which match this is about."


@dataclass(frozen=True, slots=True)
class MessageDoubt:
    why: str
    matches: tuple[NightMatch, ...] = ()
    options: tuple[ScoreOption, ...] = ()


@dataclass(frozen=True, slots=True)
class Seat:
    """A match that a result may be about, with its first team at home or away."""

    match: NightMatch
    first_home: bool

    def team(self, *, first: bool) -> str:
        return self.match.home if first == self.first_home else self.match.away

    def fits(self, first: TeamRef | None, second: TeamRef | None, *, exactly: bool = False) -> bool:
        """Whether its teams are those that are named; `exactly`: by names that mean no other."""
        pairs = ((first, self.team(first=True)), (second, self.team(first=False)))
        return all(ref is None or (ref.sure == team if exactly else team in ref.teams) for ref, team in pairs)


@dataclass(frozen=True, slots=True)
class ResultPlace:
    result: SaidResult
    said: SaidMessage
    message: SentMessage
    teams: tuple[str, ...]  # of the sender
    matches: tuple[NightMatch, ...]
    alone: bool  # whether the message has no other result

    def find(self) -> ScoreOption | MessageDoubt | str:
        """The score of the match, what is to be asked, or why the result is not wanted."""
        first, second = self._refs()
        if first is None and second is None:
            near = in_time(self.matches, self.message)
            return MessageDoubt("It does not say whose result this is.", near, self._both(near))
        seats = [Seat(match, first_home) for match in self.matches for first_home in (True, False)]
        seats = [seat for seat in seats if seat.fits(first, second)]
        if not seats:
            named = tuple(match for match in self.matches if _names(match, first) or _names(match, second))
            return MessageDoubt("These two are not down to play each other.", in_time(named, self.message))
        wanted = self._narrowed(seats, first, second)
        if not isinstance(wanted, Seat):
            return wanted
        return self._scored(wanted)

    def _refs(self) -> tuple[TeamRef | None, TeamRef | None]:
        """The two teams as they were named; who writes and the other side stand for the sender's."""
        first, second = self.result.first, self.result.second
        if second == "H":
            first, second = first or "U", None
        if first == "H":
            first, second = None, second or "U"
        elif first is None:
            first = "U"
        own = TeamRef(frozenset(self.teams)) if self.teams else None
        ours = [own if each == "U" else each for each in (first, second)]
        return tuple(each if isinstance(each, TeamRef) else None for each in ours)  # type: ignore[return-value]

    def _narrowed(self, seats: list[Seat], first: TeamRef | None, second: TeamRef | None) -> Seat | MessageDoubt | str:
        own = [seat for seat in seats if not self.teams or {seat.match.home, seat.match.away} & {*self.teams}]
        matches = in_time(_distinct(own or seats), self.message)
        if not own:
            return MessageDoubt(f"{self.message.sender} plays for neither team.", matches, self._both(matches))
        if not matches:
            return out_of_time(_distinct(own), self.message)
        exact = [seat for seat in own if seat.fits(first, second, exactly=True)]
        chosen = self._of_two_on_a_night(nearest(matches, self.message))
        if len(chosen) != 1 and exact:
            chosen = nearest(in_time(_distinct(exact), self.message), self.message)
        if len(chosen) != 1:
            return MessageDoubt(NO_MATCH, matches, self._both(matches))
        # A name of two teams is settled by the other team, where that is sure and plays only one of them.
        unsure = [ref is not None and not ref.sure for ref in (first, second)]
        settled = sum(unsure) == 1 and None not in (first, second) and len(_distinct(own)) == 1
        fitting = [seat for seat in (own if settled else exact) if seat.match == chosen[0]]
        if None in (first, second) and self.message.night and self.message.night - chosen[0].day > SOON:
            why = "It names one team only, and was sent days after its match."
            return MessageDoubt(why, chosen, self._both(chosen))
        return self._one_of(fitting, chosen[0], matches)

    def _of_two_on_a_night(self, matches: tuple[NightMatch, ...]) -> tuple[NightMatch, ...]:
        """Of a league match and a cup tie the longer: it may have had the shorter one's score along the way."""
        totals = [match.total or 0 for match in matches]
        if len(matches) < 2 or len({match.day for match in matches}) > 1 or 0 in totals:
            return matches
        longest = tuple(match for match in matches if match.total == max(totals))
        return longest if self.result.one + self.result.two == max(totals) else matches

    def _one_of(
        self, fitting: list[Seat], match: NightMatch, matches: tuple[NightMatch, ...]
    ) -> Seat | MessageDoubt | str:
        if not fitting:
            return MessageDoubt("The name may be of two teams.", matches, self._both(matches))
        if not match.open:
            return "This match has its result already."
        if len(fitting) > 1 and self.result.says not in (Says.HOME_WON, Says.AWAY_WON, Says.HOME_AWAY, Says.BARE):
            return MessageDoubt(WHOSE, (match,), self._both((match,)))
        return fitting[0]

    def _scored(self, seat: Seat) -> ScoreOption | MessageDoubt:
        match, result = seat.match, self.result
        if match.total is not None and result.one + result.two != match.total:
            return MessageDoubt(f"{result.one} and {result.two} do not add up to {match.total} games.", (match,))
        if match.total is None and _may_still_be_on(match, self.message):
            return MessageDoubt("It may be the score along the way.", (match,), self._both((match,)))
        why = self._contradiction(seat)
        numbers = _home_and_away(result, seat)
        if why or numbers is None:
            return MessageDoubt(why or WHOSE, (match,), self._both((match,)))
        return ScoreOption(match, *numbers)

    def _contradiction(self, seat: Seat) -> str:
        match, statement, result = seat.match, self.said, self.result
        sums = tuple(sum(part[side] for part in statement.parts) for side in (0, 1))
        aside = statement.places or statement.guests or statement.at_home is not None or statement.parts
        faults = (
            (aside and not self.alone, "It says more than one result, and a place or parts of either."),
            (any(place.sure != match.home for place in statement.places), f"It was to be played at {match.home}."),
            (any(guest.sure != match.away for guest in statement.guests), f"{match.away} were away."),
            (
                self.teams and any(author.sure not in self.teams for author in statement.authors),
                f"{self.message.sender} does not play for the team that it is said to be from.",
            ),
            (statement.at_home is not None and not self._was_home(seat), f"{match.home} were at home."),
            (not all(_day_fits(day, match, self.message) for day in statement.days), "The day does not fit the match."),
            (
                statement.parts and sums not in {(result.one, result.two), (result.two, result.one)},
                "The parts do not add up to the result.",
            ),
            (
                "/" in self.message.text[result.span.start : result.span.end] and _may_be_a_date(result, match),
                "The numbers may be a date.",
            ),
        )
        return next((why for fault, why in faults if fault), "")

    def _was_home(self, seat: Seat) -> bool:
        own = self.result.first in (None, "U") and len(self.teams) == 1
        return own and (seat.match.home == self.teams[0]) == self.said.at_home

    def _both(self, matches: tuple[NightMatch, ...]) -> tuple[ScoreOption, ...]:
        return both_ways(matches, self.result.one, self.result.two)


def both_ways(matches: tuple[NightMatch, ...], one: int, two: int) -> tuple[ScoreOption, ...]:
    ways = dict.fromkeys([(one, two), (two, one)])
    return tuple(
        ScoreOption(match, *way) for match in matches if match.open and match.total in (None, one + two) for way in ways
    )


def in_time(matches: tuple[NightMatch, ...], message: SentMessage) -> tuple[NightMatch, ...]:
    not_before = (match for match in matches if not _before(match, message))
    return tuple(match for match in not_before if message.night is None or message.night - match.day <= LATE)


def out_of_time(matches: tuple[NightMatch, ...], message: SentMessage) -> MessageDoubt | str:
    if all(_before(match, message) for match in matches):
        return "It was sent before the match."
    return MessageDoubt("It was sent long after the match.", matches)


def nearest(matches: tuple[NightMatch, ...], message: SentMessage) -> tuple[NightMatch, ...]:
    """Those of the same evening or the one before, if there are any."""
    if message.night is None:
        return matches
    fresh = tuple(match for match in matches if message.night - match.day <= timedelta(days=1))
    return fresh or matches


def _before(match: NightMatch, message: SentMessage) -> bool:
    if message.day is None or message.night is None:
        return False
    if message.night == match.day and message.hour is not None and message.day == match.day:
        return message.hour < match.start
    return message.night < match.day


def _may_still_be_on(match: NightMatch, message: SentMessage) -> bool:
    if message.day != match.day or message.hour is None:
        return False
    return datetime.combine(match.day, message.hour) - datetime.combine(match.day, match.start) < SHORTEST_EVENING


def _home_and_away(result: SaidResult, seat: Seat) -> tuple[int, int] | None:
    """The numbers of the home and the away side, or None where the words leave both ways open."""
    one, two = result.one, result.two
    high, low = max(one, two), min(one, two)
    in_order = one > two or not seat.first_home  # the loser's number comes first only where the home side's does
    ways = {
        Says.OWN: (True, (one, two)),
        Says.LISTED: (seat.first_home or one == two, (one, two)),
        Says.WON: (one != two and in_order, (high, low)),
        Says.LOST: (one != two, (low, high)),
        Says.DREW: (one == two, (one, two)),
        Says.BARE: (one == two, (one, two)),
        Says.HOME_WON: (one != two, (high, low)),
        Says.AWAY_WON: (one != two, (low, high)),
        Says.HOME_AWAY: (True, (one, two)),
    }
    sure, numbers = ways[result.says]
    by_side = result.says in {Says.HOME_WON, Says.AWAY_WON, Says.HOME_AWAY}
    return None if not sure else numbers if by_side or seat.first_home else numbers[::-1]


def _day_fits(day: str, match: NightMatch, message: SentMessage) -> bool:
    kind, word = day.split(":", 1)
    if kind == "d":
        return match.day.weekday() == WEEKDAYS.index(word[:3].casefold())
    if kind == "e" and (span := find_day(word)):
        written, at = span.day, match.day
        same = (written.day, written.month, written.year or at.year) == (at.day, at.month, at.year)
        return same and written.weekday in (None, at.weekday())
    if message.day is None or message.night is None:
        return True
    if kind == "0":
        return match.day == message.night
    return match.day == message.day - timedelta(days=1)


def _may_be_a_date(result: SaidResult, match: NightMatch) -> bool:
    day = day_of(match.day.year, result.two, result.one)
    return day is not None and abs(day - match.day) <= LATE


def _distinct(seats: list[Seat]) -> tuple[NightMatch, ...]:
    return tuple(dict.fromkeys(seat.match for seat in seats))


def _names(match: NightMatch, ref: TeamRef | None) -> bool:
    return ref is not None and bool({match.home, match.away} & ref.teams)
