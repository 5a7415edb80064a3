"""What a captain is told of their team's account with the league: bills, receipts, refunds, reminders.

The treasurer's book is above this app, so the words come ready made in the entry, as `letter`: a subject, sentences,
and what is listed below them, each with its amount. An entry without one is told to nobody.
"""

from collections.abc import Iterator

from django.urls import reverse

from league.audit.models import Entry
from league.notifications.choices import MessageKind
from league.notifications.queries.letters import Letter, keys_of, source
from league.notifications.queries.recipients import LEADERS, with_teams
from league.teams.models import League
from league.ui.words import one_line


def account_changed(entry: Entry) -> Iterator[Letter]:
    """The captain of the team whose account it is; of a pub's nobody signs in."""
    letter = entry.after.get("letter")
    league = League.objects.filter(pk=entry.league_id or 0, keeps_money=True).first()
    if league is None or letter is None:
        return
    words = tuple(one_line(each) for each in letter.get("words", ()))
    facts = tuple((one_line(what), one_line(amount)) for what, amount in letter.get("facts", ()))
    for person, theirs in with_teams(league, LEADERS, keys_of(entry, "team")):
        action = ("See your team's account", reverse("team-account", args=[league.slug, theirs[0].slug]))
        yield Letter(MessageKind.MONEY, person, source(entry), one_line(letter["subject"]), words, facts, action)
