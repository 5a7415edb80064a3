"""What somebody is told who was given a role with many others: what they are now, and how to sign in."""

from collections.abc import Iterator

from django.urls import reverse

from league.audit.models import Entry
from league.post.choices import Kind
from league.post.queries.letters import Letter
from league.post.queries.news.subjects import keys_of, source
from league.teams.models import Role
from league.teams.queries import invitation_token


def invited(entry: Entry) -> Iterator[Letter]:
    """The person, with the page that signs them in; nobody whose role was taken away in the meantime."""
    held = Role.objects.filter(pk__in=keys_of(entry, "role"), ended_at=None, user__is_active=True)
    for role in held.select_related("user", "league", "team").order_by("pk"):
        by = entry.by or "The league"
        words = (
            f"{by} put you down as {role.as_words} in {role.league}.",
            "Open this page and press “E-mail me a code”. The code signs you in: there is no password to remember.",
            "If the page says that the invitation has run out, it can send you a new one.",
            "If this is not for you, do nothing.",
        )
        link = reverse("invitation", args=[invitation_token(role)])
        subject = f"{role.league}: you are {role.as_words}"
        yield Letter(Kind.ROLE, role.user, source(entry), subject, words, (), (("Accept the invitation", link),))
