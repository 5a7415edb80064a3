"""A process that presses buttons until it is killed: `python -m tests.league.availability.presser LEAGUE < presses`.

Each line it reads is a press, as JSON; it writes the key once the answer was taken.
"""

import json
import sys
from datetime import date, datetime
from uuid import UUID

import django


def press(league_slug: str) -> None:
    from django_scopes import scope

    from league.matchnight.actions.availability import answer_night
    from league.matchnight.queries.nights import link_at
    from league.teams.models import League

    league = League.objects.get(slug=league_slug)
    with scope(league=league):
        for line in sys.stdin:
            token, night, answer, key, at = json.loads(line)
            moment = datetime.fromisoformat(at)
            link = link_at(token, league, moment.date())
            answer_night(link=link, night=date.fromisoformat(night), answer=answer, key=UUID(key), by=None, at=moment)
            sys.stdout.write(f"{key}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    django.setup()
    press(sys.argv[1])
