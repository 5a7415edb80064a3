"""What is in the database of the site under test, told by a process of its own with that site's settings.

It reads questions, a JSON list a line such as `["log", "CODE"]`, by the names of the functions; a line of JSON answers.
"""

import json
import sys

import django


def log(code: str) -> list[dict]:
    """The log of the match with this code, by `seq`."""
    from league.matchnight.models import LiveEvent

    rows = LiveEvent.objects.filter(match__fixture__code=code).order_by("seq")
    return list(rows.values("id", "seq", "device", "dseq", "line", "game", "kind", "body"))


def put_job() -> int:
    """Put in a job that is soon done, since the fixture list that it is about does not exist. Its key."""
    from django.utils.timezone import now

    from league.base.jobs.actions import enqueue
    from league.schedule.tasks import SOLVING

    kind = {"kind": SOLVING, "args": {"list": 0}, "title": "Looking for a list that is gone"}
    return enqueue(key=f"gone-{now():%H%M%S%f}", by=None, at=now(), league_id=None, **kind).pk


def job(key: str) -> dict:
    from league.base.jobs.models import Job

    return Job.objects.values("state", "attempts").get(pk=int(key))


def put_mails(number: str) -> int:
    """Have so many e-mails wait to be sent, of the size of one about a result. How many wait now."""
    from django.utils.timezone import now

    from league.base.accounts.models import User
    from league.notifications.choices import MessageKind
    from league.notifications.models import Message
    from league.teams.models import League

    moment, league, captain = now(), League.objects.get(), User.objects.first()
    Message.objects.bulk_create(
        Message(
            league=league, key=f"{moment:%H%M%S%f}-{each}", kind=MessageKind.RESULT, to=captain,
            address=f"{each}@example.org", subject="Result",
            text="A line of a result.\n" * 40, html="<p>A line of a result.</p>\n" * 40, made_at=moment,
            not_before=moment,
        )
        for each in range(int(number))
    )  # fmt: skip
    return mails_waiting()


def mails_waiting() -> int:
    from league.notifications.choices import MessageState
    from league.notifications.models import Message

    return Message.objects.filter(state__in=(MessageState.WAITING, MessageState.SENDING)).count()


def put_old_session() -> int:
    from datetime import timedelta

    from django.utils.timezone import now

    from league.base.accounts.models import Session

    Session.objects.create(session_key="gone", session_data="", expire_date=now() - timedelta(days=1))
    return sessions()


def sessions() -> int:
    from league.base.accounts.models import Session

    return Session.objects.count()


if __name__ == "__main__":
    django.setup()
    from django.db import connections
    from django_scopes import scopes_disabled

    for line in sys.stdin:
        name, *words = json.loads(line)
        with scopes_disabled():
            sys.stdout.write(json.dumps(globals()[name](*words), default=str) + "\n")
        sys.stdout.flush()
        connections.close_all()  # whatever is killed before the next question
