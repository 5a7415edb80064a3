"""The weekly e-mail of a league: results of the week, heads of the tables, next fixtures."""

from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.template.loader import render_to_string
from django.urls import reverse

from league.base.ui.formats import one_line
from league.notifications.choices import MessageKind, MessageState
from league.notifications.models import Message, WeeklySubscriber
from league.notifications.queries.letter import LONGEST_SUBJECT, absolute, at_local, days_when
from league.notifications.queries.recipients import reply_address
from league.results.choices import PUBLIC_STATES
from league.results.queries.tables import divisions, tables
from league.schedule.choices import FixtureState
from league.schedule.queries.matches import open_fixtures, whole_fixtures
from league.teams.models import League
from scoring.words import several

SIGNER = signing.Signer(salt="league.following.weekly", sep=".")
CONFIRM_WITHIN = timedelta(days=3)
SATURDAY, BREAKFAST = 5, time(9)
WEEK = timedelta(days=7)
MAIL_LASTS = timedelta(days=2)  # an e-mail that could not be sent for so long is of no use
TOP = 3


def subscriber_at(token: str, league: League) -> WeeklySubscriber | None:
    """None for a link not ours, or an address forgotten."""
    try:
        pk = int(SIGNER.unsign(token))
    except (signing.BadSignature, ValueError):
        return None
    rows = WeeklySubscriber.objects.filter(pk=pk, league=league)
    return rows.select_related("league").first()


def confirmation_link_of(subscriber: WeeklySubscriber) -> str:
    return reverse("confirm-weekly", args=[subscriber.league.slug, SIGNER.sign(str(subscriber.pk))])


def confirmation_mail(subscriber: WeeklySubscriber, at: datetime) -> Message:
    league, confirm = subscriber.league, absolute(confirmation_link_of(subscriber))
    message = _weekly_message(subscriber, f"ask-{at:%Y-%m-%d}", f"Confirm your weekly e-mail from {league.name}", at)
    context = {"league": league, "subject": message.subject, "confirm": confirm, "days": CONFIRM_WITHIN.days}
    message.text = render_to_string("following/mail/confirm.txt", context).strip() + "\n"
    message.html = render_to_string("following/mail/confirm.html", context)
    message.until = at + CONFIRM_WITHIN
    return message


def leagues_with_weekly_mail(after: datetime, until: datetime) -> set[int]:
    """On Saturday at nine."""
    if not _saturdays(after, until):
        return set()
    return set(League.objects.filter(weekly_mail=True, public=True).values_list("pk", flat=True))


def _saturdays(after: datetime, until: datetime) -> list[date]:
    return [day for day in days_when(BREAKFAST, after, until) if day.weekday() == SATURDAY]


def weekly_mails(league: League, after: datetime, until: datetime) -> Iterator[Message]:
    """On Saturday at nine, none in a week of nothing."""
    if not (league.weekly_mail and league.public):
        return
    for saturday in _saturdays(after, until):
        confirmed = WeeklySubscriber.objects.filter(league=league, confirmed_at__isnull=False).select_related("league")
        subscribers = list(confirmed.order_by("pk"))
        week = week_of(league, saturday) if subscribers else {}
        if not (week and (week["results"] or week["fixtures"])):
            continue
        results = several(len(week["results"]), "result") if week["results"] else ""
        about = " and ".join(filter(None, (results, "next week’s fixtures" if week["fixtures"] else "")))
        subject, reply = one_line(f"{league.short_name}: {about}"), reply_address(league)
        context = {"league": league, "week": week, "subject": subject, "home": absolute(league.get_absolute_url())}
        for subscriber in subscribers:
            message = _weekly_message(subscriber, str(saturday), subject, until)
            context["stop"] = absolute(message.stop)
            message.text = render_to_string("following/mail/weekly.txt", context).strip() + "\n"
            message.html = render_to_string("following/mail/weekly.html", context)
            message.reply_to, message.until = reply, until + MAIL_LASTS
            yield message


def week_of(league: League, saturday: date) -> dict[str, list[Any]]:
    """Results, the heads (`tops`) of the tables, and next week's fixtures."""
    played = whole_fixtures().filter(
        league=league, date__gte=saturday - WEEK, date__lt=saturday, away__isnull=False, result__state__in=PUBLIC_STATES
    )
    coming = open_fixtures(league).filter(date__gte=saturday, date__lt=saturday + WEEK, state=FixtureState.SCHEDULED)
    shown = list(divisions())
    ranked = tables(shown, at_local(saturday, BREAKFAST))
    return {
        "results": list(played.select_related("result").order_by("date", "division__rank", "home__name", "pk")),
        "tops": [(each, ranked[each.pk].rows[:TOP]) for each in shown if ranked[each.pk].rows],
        "fixtures": list(coming.order_by("date", "start_time", "division__rank", "home__name", "pk")),
    }


def _weekly_message(subscriber: WeeklySubscriber, about: str, subject: str, at: datetime) -> Message:
    league, stop = subscriber.league, SIGNER.sign(str(subscriber.pk))
    return Message(
        league=league, key=f"weekly-{about}:{MessageKind.WEEKLY}:{subscriber.pk}", kind=MessageKind.WEEKLY,
        address=subscriber.email, stop=reverse("stop-weekly", args=[league.slug, stop]),
        subject=subject[:LONGEST_SUBJECT], made_at=at, not_before=at,
        state=MessageState.WITHHELD if settings.DEMO else MessageState.WAITING,
    )  # fmt: skip
