"""Lays a league down for tests of the outgrown shape: `python -m tests.outgrown.lay 10` prints its matches of today.

Run in a process of its own, with the settings of the site under test. One line of JSON for each match: what a phone
needs to peg it, as the scorer's page would have told it.
"""

import json
import sys
from datetime import date

import django


def main(matches: int, season: int) -> None:
    django.setup()
    from django_scopes import scopes_disabled

    with scopes_disabled():
        for row in lay(matches, season):
            sys.stdout.write(json.dumps(row) + "\n")


def lay(matches: int, season: int):
    """Twice as many teams as matches, `season` matches of theirs played, and all at home or away today."""
    from django.utils.timezone import localdate

    from league.live.permissions import pass_for
    from league.schedule.models import Entry
    from league.teams.choices import RoleKind
    from scoring import codec
    from tests.factories import make_fixture, make_league, make_role, make_user
    from tests.played import make_clubs, play_season

    today = localdate()
    league = make_league("leek")
    clubs = make_clubs(league, 2 * matches)
    play_season(league, clubs, year=started(today), size=2 * matches, nights=season)
    entries = {entry.team_id: entry for entry in Entry.objects.all()}
    lines = codec.decode(league.constitution).format.lines
    captain = make_user("Carol Captain")
    for home, away in zip(clubs[::2], clubs[1::2], strict=True):
        make_role(captain, league, RoleKind.CAPTAIN, home.team)
        fixture = make_fixture(entries[home.team.pk], entries[away.team.pk], on=today, week=40)
        yield {
            "path": fixture.get_absolute_url(),
            "code": fixture.code,
            "pass": pass_for(fixture, user=captain),
            "games": [(number, game + 1) for number, line in enumerate(lines) for game in range(line.games)],
            "home": [{"key": str(each.pk), "name": each.name} for each in home.players],
            "away": [{"key": str(each.pk), "name": each.name} for each in away.players],
            "sizes": [line.players for line in lines],
            "targets": [line.target for line in lines],
        }


def started(today: date) -> int:
    """The year in which the season of this day began."""
    return today.year - (today.month < 9)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 4)
