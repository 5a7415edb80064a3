"""What a match says of itself: when it starts, when its card is late, who plays in it, and how often two sides meet."""

from collections.abc import Iterable
from copy import copy
from datetime import date, datetime, timedelta
from typing import Any

from django.utils import timezone

from league.base.ui.formats import night
from league.schedule.models import Division, Entry, Fixture
from scoring.card.league_rules import LeagueRules
from scoring.season.order_draw import SEALED
from scoring.season.schedule.list_rules import most_with_one_at_home
from scoring.words import how_often, join_list, spell_out


def moved_words(old: date | None, new: date | None) -> str:
    """What became of the night of a match: "moved to Wed 2 Dec (was Sun 6 Dec)", or postponed while there is none."""
    was = f" (was {night(old)})" if old else ""
    return f"moved to {night(new)}{was}" if new else f"postponed, with no new date yet{was}"


def starts_at(fixture: Fixture) -> datetime | None:
    """The moment a match starts, None while it has no date."""
    if fixture.date is None:
        return None
    return datetime.combine(fixture.date, fixture.start_time, timezone.get_default_timezone())


def card_due(fixture: Fixture, rules: LeagueRules) -> datetime | None:
    """When a card becomes late by the league's rules, None while the match has no date."""
    start = starts_at(fixture)
    return start and start + timedelta(hours=rules.submit_within)


def before_split(divisions: Iterable[Division]) -> dict[int, Division]:
    """What each of a competition's divisions was before any was split, by key, in the place of its first part."""
    rows = {each.pk: copy(each) for each in divisions}
    whole = dict(rows)
    for key, division in rows.items():
        while (parent := whole[key].split_from_id) is not None:
            whole[key] = rows[parent]
        whole[key].rank = min(whole[key].rank, division.rank)
    return whole


def plays_in(entry: Entry, match: Fixture) -> bool:
    """Whether a match is this entry's, or the same team's in another competition; needs neither's players.

    Two entries of players are the same only if they are one: their team is merely where the first of them belongs.
    """
    sides = [side for side in (match.home, match.away) if side is not None]
    by_team = not entry.slug
    return any(each.pk == entry.pk or (by_team and not each.slug and each.team_id == entry.team_id) for each in sides)


def is_order_drawn(fixture: Fixture) -> bool:
    """Whether the two captains draw who plays on which line of a match that is still to be played."""
    named = fixture.home.slug or (fixture.away is not None and fixture.away.slug)
    return fixture.open and not named and fixture.rules_in_force().format.order in SEALED


# --- how often two teams meet -----------------------------------------------------------------------------------------
NO_DATE = "a date to be agreed"


def too_many_meetings(sides: tuple[Any, Any], homes: Iterable[tuple[Any, date | None]], meetings: int) -> str:
    """What is wrong with all the matches of two sides, of which `homes` are the home sides and days; "" if nothing is.

    The home side counts, wherever a match is played.
    """
    homes = sorted(homes, key=lambda home: home[1] or date.max)
    most = most_with_one_at_home(meetings)
    for home, away in (sides, sides[::-1]):
        days = [night(day) if day else NO_DATE for side, day in homes if side == home]
        if len(days) > most:
            limit = f"In {spell_out(meetings, 'meeting')} {home} can be at home {how_often(most)}."
            return f"{home} v {away} is in the fixtures {how_often(len(days))}: {join_list(days)}. {limit}"
    if len(homes) > meetings:
        days = [night(day) if day else NO_DATE for _, day in homes]
        return f"{sides[0]} and {sides[1]} meet {how_often(len(homes))}, not {how_often(meetings)}: {join_list(days)}."
    return ""


def meetings_of(fixture: Fixture) -> int:
    """How often the two sides of a match meet: less often than others where one of them came in late."""
    joined = [side.legs for side in (fixture.home, fixture.away) if side is not None and side.legs is not None]
    return min(joined, default=fixture.division.legs)
