"""The page of long work while the work goes on: it changes by itself with a script, and is loaded again without one."""

from threading import Thread

import pytest
from django.db import connection
from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scopes_disabled
from playwright.sync_api import expect

from league.base.jobs.actions import cancel_job, enqueue, run_job
from league.base.jobs.models import Job
from league.teams.choices import RoleKind
from tests.browser.desk import let_in
from tests.factories import make_league, make_role, make_user
from tests.league.jobs.work import tasks
from tests.league.person import signed_in
from tests.waiting import HANG

assert tasks  # their kinds are registered
pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}


@pytest.fixture
def work():
    """A job without an end that nobody has begun, the address of its page, and its secretary signed in."""
    with scopes_disabled():
        league, secretary = make_league(), make_user()
        make_role(secretary, league, RoleKind.SECRETARY)
    job = enqueue(
        key="sum", kind="add", args={"numbers": 1_000_000, "pause": 0.1}, title="Adding up", by=secretary, at=now(),
        league_id=league.pk,
    )  # fmt: skip
    return job, reverse("job", args=["leek", job.pk]), signed_in(secretary)


def opened(browser, live_server, work, **options):
    context = browser.new_context(viewport=PHONE, **options)
    let_in(context, live_server.url, work[2])
    page = context.new_page()
    page.goto(live_server.url + work[1])
    return page


@pytest.fixture
def begin(work):
    """Have the job done meanwhile by a thread, until somebody stops it."""

    def do():
        try:
            run_job(work[0].pk)
        finally:
            connection.close()

    thread = Thread(target=do)
    yield thread.start
    cancel_job(job=work[0], by=None, at=now())
    thread.join(timeout=HANG)
    assert not thread.is_alive()


def test_the_page_follows_the_work_and_stops_it(browser, live_server, work, begin):
    page = opened(browser, live_server, work)
    loads = []
    page.on("load", lambda _: loads.append(page.url))
    expect(page.get_by_text("Waiting to start")).to_be_visible()
    begin()
    expect(page.get_by_text("In progress")).to_have_count(2)  # shown, and said to those who listen
    first = page.locator(".lead").inner_text()
    expect(page.locator(".lead")).not_to_have_text(first)
    assert loads == []
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()
    expect(page.get_by_role("link", name="See the result")).to_have_attribute("href", "/leek/")


def test_what_somebody_is_about_to_press_stays_under_their_finger(browser, live_server, work, begin):
    page = opened(browser, live_server, work)
    page.get_by_role("button", name="Stop").focus()
    begin()
    expect(page.get_by_text("In progress")).to_have_count(2)
    expect(page.get_by_role("button", name="Stop")).to_be_focused()


def test_without_a_script_the_page_is_loaded_again_by_itself(browser, live_server, work):
    page = opened(browser, live_server, work, java_script_enabled=False)
    Job.objects.filter(pk=work[0].pk).update(args={"numbers": 2})
    run_job(work[0].pk)
    expect(page.get_by_role("heading", name="Finished")).to_be_visible()
