"""What captains are told of a whole list of matches, and a person of a role that is taken away."""

from collections.abc import Iterator

from django.urls import reverse

from league.accounts.models import User
from league.audit.models import Entry
from league.fixtures.models import Season
from league.post.choices import Kind
from league.post.queries.letters import Letter
from league.post.queries.news.subjects import keys_of, source
from league.post.queries.people import LEADERS, holders
from league.teams.models import League, Role
from league.ui.words import one_line


def published(entry: Entry) -> Iterator[Letter]:
    """Captains of every team that is in it."""
    season = _season(entry)
    if season is not None:
        words = ("The matches are settled. Your team's page has yours, and a link that puts them into your calendar.",)
        yield from _to_captains(entry, season, f"The fixture list of {season} is published", words)


def mended(entry: Entry) -> Iterator[Letter]:
    """Captains of the teams whose matches were changed, with what became of them."""
    season = _season(entry)
    if season is not None:
        changes = [one_line(each) for each in entry.after.get("changed", [])]
        words = (one_line(entry.words), f"The reason: {one_line(entry.reason)}", *changes)
        yield from _to_captains(entry, season, f"Matches changed in season {season}", tuple(filter(None, words)))


def role_ended(entry: Entry) -> Iterator[Letter]:
    """The person who had it."""
    league = League.objects.get(pk=entry.league_id or 0)
    for person in User.objects.filter(pk__in=keys_of(entry, "user"), is_active=True).exclude(pk=entry.by_id or 0):
        ended = Role.objects.filter(league=league, user=person, ended_at=entry.at).select_related("team").first()
        if ended is not None:
            words = ("Your sign-in stays, with whatever other roles you have.",)
            subject = f"You are no longer {ended.as_words}, {league.short_name}"
            yield Letter(Kind.ROLE, person, source(entry), subject, words)


def _to_captains(entry: Entry, season: Season, subject: str, words: tuple[str, ...]) -> Iterator[Letter]:
    for person in holders(season.league, LEADERS, keys_of(entry, "team")):
        team = Role.objects.filter(
            user=person, league=season.league, kind__in=LEADERS, ended_at=None, team__in=keys_of(entry, "team")
        ).order_by("team__name", "pk").values_list("team__slug", flat=True)[0]  # fmt: skip
        address = reverse("fixtures-team", args=[season.league.slug, team])
        buttons = (("Your matches", address),)
        yield Letter(Kind.LIST, person, source(entry), subject, words, (), buttons, own=person.pk == entry.by_id)


def _season(entry: Entry) -> Season | None:
    found = Season.objects.filter(pk__in=keys_of(entry, "season")).select_related("league")
    return found.order_by("pk").first()
