"""What captains are told of a whole list of matches, and a person of a role that is taken away."""

from collections.abc import Callable, Collection, Iterator

from django.urls import reverse

from league.accounts.models import User
from league.audit.models import Entry
from league.notifications.choices import MessageKind
from league.notifications.queries.letters import Letter
from league.notifications.queries.news.subjects import keys_of, season_of, source
from league.notifications.queries.people import LEADERS, with_teams
from league.schedule.models import Season
from league.schedule.queries.publication import list_news
from league.teams.models import League, Role
from league.ui.words import one_line

LetterText = tuple[str, tuple[str, ...]]  # a subject, and paragraphs


def published(entry: Entry) -> Iterator[Letter]:
    """Captains of every team that is in it; of one that takes another's place, with what is new for them."""
    season = season_of(entry)
    if season is not None:
        words = ("The matches are settled. Your team's page has yours, and a link that puts them into your calendar.",)
        subject = f"The fixture list of {season} is published"
        yield from _to_captains(entry, season, lambda teams: (subject, (*words, *_changed(teams, entry))))


def mended(entry: Entry) -> Iterator[Letter]:
    """Captains of the teams whose matches were changed, with what became of theirs."""
    season = season_of(entry)
    if season is not None:
        words = (f"{one_line(entry.words).partition('. ')[0]}.", f"The reason: {one_line(entry.reason)}")

        def said(teams: Collection[int]) -> LetterText:
            changed = _changed(teams, entry)
            several = f"{len(changed)} of your matches changed, season {season}"
            return (changed[0].rstrip(".") if len(changed) == 1 else several), (*words, *changed)

        yield from _to_captains(entry, season, said)


def taken_back(entry: Entry) -> Iterator[Letter]:
    """Captains of every team that was in it: what they have on paper is no longer so."""
    season = season_of(entry)
    if season is not None:
        words = ("Do not go by it any more. You hear from us when another is published.",)
        subject = f"The fixture list of {season} is taken back"
        yield from _to_captains(entry, season, lambda _: (subject, words))


def _changed(teams: Collection[int], entry: Entry) -> tuple[str, ...]:
    """What a list that came out then has otherwise for some teams, as one paragraph for each match."""
    news = list_news(teams, entry.at)
    return tuple(f"{one_line(each).rstrip('.')}." for each in news.changed) if news else ()


def role_ended(entry: Entry) -> Iterator[Letter]:
    """The person who had it."""
    league = League.objects.get(pk=entry.league_id or 0)
    for person in User.objects.filter(pk__in=keys_of(entry, "user"), is_active=True).exclude(pk=entry.by_id or 0):
        ended = Role.objects.filter(league=league, user=person, ended_at=entry.at).select_related("team").first()
        if ended is not None:
            words = ("Your sign-in stays, with whatever other roles you have.",)
            subject = f"You are no longer {ended.as_words}, {league.short_name}"
            yield Letter(MessageKind.ROLE, person, source(entry), subject, words)


def _to_captains(entry: Entry, season: Season, said: Callable[[Collection[int]], LetterText]) -> Iterator[Letter]:
    """To whoever leads one of the teams: what is `said` to who has those, by their keys."""
    for person, teams in with_teams(season.league, LEADERS, keys_of(entry, "team")):
        subject, words = said([team.pk for team in teams])
        address = reverse("fixtures-team", args=[season.league.slug, teams[0].slug])
        yield Letter(
            MessageKind.LIST,
            person,
            source(entry),
            subject,
            words,
            (),
            (("Your matches", address),),
            own=person.pk == entry.by_id,
        )
