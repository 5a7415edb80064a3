"""Lays a league down for tests of the outgrown shape: `python -m tests.outgrown.lay 10` prints its matches of today.

Run in a process of its own, with the settings of the site under test. One line of JSON for each match: what a phone
needs to peg it, as the scorer's page would have told it. `python -m tests.outgrown.lay cards 10` adds so many matches
of past days to it, each with the cookies of its captains and the secretary, two cards and what they say.
"""

import json
import sys
from datetime import date, timedelta
from itertools import islice, product
from random import Random

import django

TONIGHT = 900  # the week of those matches; of the season one may be today too
CSRF = "ofThisTestAlone0123456789abcdefg"  # a browser's token, in its cookie and in every form that it sends


def main(laid, *numbers: int) -> None:
    django.setup()
    from django_scopes import scopes_disabled

    with scopes_disabled():
        for row in laid(*numbers):
            sys.stdout.write(json.dumps(row) + "\n")


def lay(matches: int, season: int):
    """Twice as many teams as matches, `season` matches of theirs played, and all at home or away today."""
    from django.utils.timezone import localdate

    from league.matchnight.permissions import pass_for_person
    from league.schedule.models import Entry
    from league.teams.choices import RoleKind
    from scoring import codec
    from tests.factories import make_fixture, make_league, make_role, make_session, make_user
    from tests.played import make_clubs, play_season

    today = localdate()
    league = make_league("leek")
    clubs = make_clubs(league, 2 * matches)
    play_season(league, clubs, year=started(today), size=2 * matches, nights=season)
    entries = {entry.team_id: entry for entry in Entry.objects.all()}
    lines = codec.decode(league.rules).format.lines
    captain = make_user("Carol Captain")
    session = make_session(captain)
    for home, away in zip(clubs[::2], clubs[1::2], strict=True):
        make_role(captain, league, RoleKind.CAPTAIN, home.team)
        fixture = make_fixture(entries[home.team.pk], entries[away.team.pk], on=today, week=TONIGHT)
        yield {
            "path": fixture.get_absolute_url(),
            "code": fixture.code,
            "pass": pass_for_person(fixture, captain, session),
            "games": [(number, game + 1) for number, line in enumerate(lines) for game in range(line.games)],
            "home": [{"key": str(each.pk), "name": each.name} for each in home.players],
            "away": [{"key": str(each.pk), "name": each.name} for each in away.players],
            "sizes": [line.players for line in lines],
            "targets": [line.target for line in lines],
        }


def lay_cards(number: int):
    """Matches of past days that wait for their cards, of the teams that are at home and away today."""
    from django.utils.timezone import localdate

    from league.base.accounts.models import User
    from league.results.queries.facts import match_for
    from league.schedule.models import Fixture
    from league.teams.choices import RoleKind
    from league.teams.models import League
    from scoring import codec
    from scoring.card.outcome import tally
    from scoring.season.specimen import Habits, generate_card
    from tests.factories import make_fixture, make_role
    from tests.league.results.evening import other_winner

    today, league = localdate(), League.objects.get()
    secretary, home, away = (
        User.objects.create_user(f"{name.split()[0].lower()}@example.org", name)
        for name in ("Sally Secretary", "Harry Home", "Alice Away")
    )
    make_role(secretary, league, RoleKind.SECRETARY)
    pairs = list(Fixture.objects.filter(date=today, week=TONIGHT).select_related("home__team", "away__team"))
    for pair in pairs:
        make_role(home, league, RoleKind.CAPTAIN, pair.home.team)
        make_role(away, league, RoleKind.CAPTAIN, pair.away.team)
    cookies = {"home": signed_in(home), "away": signed_in(away), "league": signed_in(secretary)}
    taken = set(Fixture.objects.values_list("first_date", "home", "away"))  # by a match with the same address
    nights = ((today - timedelta(days=night), night, pair) for night, pair in product(range(1, 2 * number), pairs))
    free = (each for each in nights if (each[0], each[2].home_id, each[2].away_id) not in taken)
    for at, (on, night, pair) in enumerate(islice(free, number)):
        code = f"c{at:06d}"
        fixture = make_fixture(pair.home, pair.away, on=on, week=1000 + night, code=code)  # after any of the season
        match = match_for(fixture)
        card = generate_card(Random(night), match, habits=Habits(short=0, pegs=1, hands=0))
        totals = [(each, tally(each, match, match.scheme)) for each in (card, other_winner(card))]
        cards = {f"{total.home_games}-{total.away_games}": json.dumps(codec.encode(each)) for each, total in totals}
        read = f"/api/v1/leagues/{league.slug}/fixtures/{fixture.code}"
        yield {"path": fixture.get_absolute_url(), "read": read, "cookies": cookies, "cards": cards}


def signed_in(user) -> str:
    """The cookies of a browser in which this person has signed in."""
    from django.conf import settings
    from django.test import Client

    client = Client()
    client.force_login(user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={CSRF}"


def started(today: date) -> int:
    """The year in which the season of this day began."""
    return today.year - (today.month < 9)


if __name__ == "__main__":
    if sys.argv[1] == "cards":
        main(lay_cards, int(sys.argv[2]))
    else:
        main(lay, int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 4)
