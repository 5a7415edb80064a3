"""Who follows what, and what their phones are told: a few messages a day, each once."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import datetime, time, timedelta
from hashlib import sha256

from django.conf import settings
from django.core import signing
from django.db.models import Count, Q, QuerySet
from django.urls import reverse
from django.utils.timezone import localdate

from league.base.audit.models import Entry
from league.base.ui.formats import clock
from league.cups.models import Cup
from league.notifications.choices import Channel, FollowedEvent, MessageKind
from league.notifications.models import Follow, Message
from league.notifications.queries.letter import (
    LONGEST_BODY,
    LONGEST_TITLE,
    after_quiet_hours,
    at_local,
    days_when,
    fixture_of,
    shorten,
)
from league.results.choices import PUBLIC_STATES, ResultState
from league.results.models import Appearance, Result
from league.schedule.choices import FixtureState
from league.schedule.models import Fixture
from league.schedule.queries.matches import open_fixtures
from league.schedule.values.matches import starts_at
from league.teams.models import League, Player, Registration, Team
from league.teams.permissions import may_be_followed
from league.teams.queries.squads import holds_on

SIGNER = signing.Signer(salt="league.following.follow", sep=".")
Followed = Team | Player | Cup | League
FIELDS: dict[type[Followed], str] = {Team: "team", Player: "player", Cup: "cup"}


def whole_follows() -> QuerySet[Follow]:
    return Follow.objects.select_related(
        "phone", "league", "team", "player__league", "cup__division__competition__season"
    )


def link_of(follow: Follow) -> str:
    return reverse("follow", args=[follow.league.slug, SIGNER.sign(str(follow.pk))])


def removal_link_of(follow: Follow) -> str:
    return reverse("unfollow", args=[follow.league.slug, SIGNER.sign(str(follow.pk))])


def follow_at(token: str, league: League) -> Follow | None:
    """The follow of a link; None for one that is not ours, or that is no more."""
    try:
        pk = int(SIGNER.unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    return whole_follows().filter(pk=pk, league=league).first()


def follows_about(fixture: Fixture, event: FollowedEvent) -> list[Follow]:
    """None of a private league; a phone may have several (`closest`). Needs league and both sides' teams."""
    if not (settings.PUSH_KEY and fixture.league.public):
        return []
    sides = [side for side in (fixture.home, fixture.away) if side is not None]
    teams = [side.team_id for side in sides if not side.slug]
    pairs = [side.pk for side in sides if side.slug]
    squads = Registration.objects.filter(holds_on(fixture.date or localdate()), team__in=teams)
    players = Q(player__in=squads.values("player")) | Q(player__entries__in=pairs)
    about = players | Q(team__in=teams) | Q(cup__division=fixture.division_id) | Q(team=None, player=None, cup=None)
    rows = whole_follows().filter(about, league=fixture.league, **{event.value: True})
    return [each for each in rows.order_by("pk") if each.player is None or may_be_followed(each.player)]


def closest(follows: Iterable[Follow]) -> list[Follow]:
    """One for each phone: a player's before a team's, a cup's, the league's."""
    by_phone: dict[int, Follow] = {}
    for each in sorted(follows, key=_distance):
        by_phone.setdefault(each.phone_id, each)
    return list(by_phone.values())


def _distance(follow: Follow) -> tuple[int, int]:
    fields = (follow.player_id, follow.team_id, follow.cup_id)
    return next((place for place, key in enumerate(fields) if key is not None), len(fields)), follow.pk


# --- what their phones are told ---------------------------------------------------------------------------------------
MORNING = time(10)
DAY = timedelta(days=1)
STALE = timedelta(hours=2)  # a match that began longer ago is no news
DASH = "\N{EN DASH}"
MOST_NAMED = 3  # matches that are named in one message
MOST_A_DAY = 24  # messages to one phone, whatever it follows


STARTED = frozenset({"open_match"})
SETTLED = frozenset(
    {"submit_card", "agree_card", "decide_result", "correct_result", "award_match", "restore", "answer_protests"}
)


def follower_messages(entry: Entry, _league: League, at: datetime) -> list[Message]:
    if entry.verb in STARTED:
        return match_started(entry, at)
    return result_known(entry, at) if entry.verb in SETTLED else []


def match_started(entry: Entry, at: datetime) -> list[Message]:
    """To whoever wants to know that a match has begun, of one that is on tonight."""
    fixture = fixture_of(entry)
    if fixture is None or not fixture.in_play or not fixture.open:
        return []
    follows = closest(follows_about(fixture, FollowedEvent.STARTED))
    text = f"{fixture.occasion}, at {fixture.venue.name}. Watch it live."
    about, link, until = f"started-{fixture.pk}", fixture.address_of("live"), at + STALE
    return push_messages(follows, about, f"{fixture} has started", text, at, link=link, until=until)


def lead_taken(fixture: Fixture, won: tuple[int, int], changes: int, at: datetime) -> list[Message]:
    ahead = fixture.home if won[0] > won[1] else fixture.away
    follows = follows_about(fixture, FollowedEvent.LEAD)
    mine = [each for each in follows if each.team_id is None or (ahead is not None and each.team_id == ahead.team_id)]
    home, away = str(fixture.home), str(fixture.away)
    first, second = (home, away) if won[0] > won[1] else (away, home)
    about, subject = f"lead-{fixture.pk}-{changes}", f"{first} lead {max(won)}{DASH}{min(won)}"
    topic = sha256(f"lead-{fixture.pk}".encode()).hexdigest()[:32]
    text, link, until = f"Against {second}, {fixture.occasion}.", fixture.address_of("live"), at + STALE
    return push_messages(closest(mine), about, subject, text, at, link=link, until=until, topic=topic)


def result_known(entry: Entry, at: datetime) -> list[Message]:
    fixture = fixture_of(entry)
    result = Result.objects.filter(fixture=fixture, state__in=PUBLIC_STATES).first() if fixture is not None else None
    if fixture is None or result is None:
        return []
    follows = follows_about(fixture, FollowedEvent.RESULT)
    played = set(Appearance.objects.filter(result=result).values_list("player", flat=True)) if follows else set()
    follows = closest(each for each in follows if each.player_id is None or each.player_id in played)
    if not follows:
        return []
    earlier = Message.objects.filter(key__startswith=f"result-{fixture.pk}-", kind=MessageKind.FOLLOW)
    last = earlier.exclude(key__contains=f"-{entry.pk}:").order_by("-pk").first()
    home, away = result.games
    same = f"result-{fixture.pk}-{home}-{away}-"
    if last is not None and last.key.startswith(same):
        return []
    score = f"{fixture.home} {home}{DASH}{away} {fixture.away}"
    subject = score if last is None else f"Corrected: {score}"
    text = f"{fixture.occasion}.{' Not confirmed yet.' if result.state == ResultState.PROVISIONAL else ''}"
    about, link, until = f"{same}{entry.pk}", fixture.get_absolute_url(), at + DAY
    return push_messages(follows, about, subject, text, at, link=link, until=until)


def leagues_with_followers(after: datetime, until: datetime) -> set[int]:
    if not days_when(MORNING, after, until):
        return set()
    return set(Follow.objects.filter(tonight=True).values_list("league", flat=True))


def matches_tonight(league: League, after: datetime, until: datetime) -> list[Message]:
    """One message to each phone, whatever it follows."""
    messages: list[Message] = []
    for day in days_when(MORNING, after, until):
        fixtures = open_fixtures(league).filter(date=day, state=FixtureState.SCHEDULED)
        by_phone: defaultdict[int, list[tuple[Follow, Fixture]]] = defaultdict(list)
        for fixture in fixtures.order_by("start_time", "pk"):
            for follow in closest(follows_about(fixture, FollowedEvent.TONIGHT)):
                by_phone[follow.phone_id].append((follow, fixture))
        night = reverse("fixtures-night", args=[league.slug, day])
        for pairs in by_phone.values():
            matches = [fixture for _, fixture in pairs]
            last = max(starts_at(each) or at_local(day, MORNING) for each in matches)
            subject, text = _night_words(matches)
            link = night if len(matches) > 1 else matches[0].get_absolute_url()
            about = f"tonight-{day}-{league.pk}"
            messages += push_messages([pairs[0][0]], about, subject, text, until, link=link, until=last)
    return messages


def push_messages(
    follows: Iterable[Follow], about: str, subject: str, text: str, at: datetime, *, link: str, until: datetime,
    topic: str = "",
) -> list[Message]:  # fmt: skip
    """Unsaved, within a phone's daily limit; `about` makes it unique, `topic` replaces, after `until` it lapses."""
    wanted = list(follows)
    if not wanted:
        return []
    sent = Message.objects.filter(phone__in=[each.phone_id for each in wanted], made_at__gt=at - DAY)
    had = dict(sent.order_by().values_list("phone").annotate(Count("pk")))
    return [
        Message(
            league=follow.league, key=f"{about}:{MessageKind.FOLLOW}:{follow.phone_id}", kind=MessageKind.FOLLOW,
            channel=Channel.PUSH, phone=follow.phone, link=link, stop=removal_link_of(follow), topic=topic,
            subject=shorten(subject, LONGEST_TITLE), text=shorten(text, LONGEST_BODY), made_at=at,
            not_before=after_quiet_hours(at), until=until,
        )
        for follow in wanted
        if had.get(follow.phone_id, 0) < MOST_A_DAY
    ]  # fmt: skip


def _night_words(fixtures: list[Fixture]) -> tuple[str, str]:
    first = fixtures[0]
    if len(fixtures) == 1:
        return f"{first} today, {clock(first.start_time)}", f"{first.occasion}, at {first.venue.name}."
    named = ", ".join(str(each) for each in fixtures[:MOST_NAMED])
    more = f" and {len(fixtures) - MOST_NAMED} more" if len(fixtures) > MOST_NAMED else ""
    return f"{len(fixtures)} matches today, from {clock(first.start_time)}", named + more
