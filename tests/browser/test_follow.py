"""Following without an account, in a real Chromium: one tap on a team's page, a message in the worker, and the way out.

The push service is stood in for as in `test_push.py`: the browser's tools hand over what was sealed for nobody.
"""

import json

import pytest
from playwright.sync_api import Browser, Page, expect

from league.notifications.models import Follow, Message, Phone
from league.notifications.queries.followers import removal_link_of
from league.notifications.webpush import site_key
from league.results.choices import SentFor
from tests.browser.phones import ScorerPhone, until
from tests.browser.test_push import SHOWN, SUBSCRIBE, PushService, chromium, evening  # noqa: F401 (fixtures)
from tests.league.notifications.conftest import told
from tests.league.notifications.push_sink import Browser as Subscriber
from tests.league.results.evening import CLOSING_TIME

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
BUTTON = "Follow Crown A"
# A finger on the button of the first message that is shown; which address the worker wanted opened.
PRESS = """async (action) => {
  const opened = new Promise((resolve) => { clients.openWindow = async (address) => resolve(address); });
  const [shown] = await registration.getNotifications();
  dispatchEvent(new NotificationEvent("notificationclick", { notification: shown, action }));
  return opened;
}"""


@pytest.fixture
def reader(live_server, browser, evening) -> ScorerPhone:  # noqa: F811
    """A phone of somebody who is not signed in."""
    return ScorerPhone(browser, live_server.url, evening)


def team_page(reader: ScorerPhone) -> Page:
    reader.page.goto(f"{reader.site}/leek/crown-a/")
    return reader.page


def follows(reader: ScorerPhone) -> Page:
    reader.context.grant_permissions(["notifications"], origin=reader.site)
    asked = Subscriber("https://push.example/send/mine").told
    reader.context.add_init_script(f"({SUBSCRIBE})({json.dumps(asked)})")
    team_page(reader).get_by_role("button", name=BUTTON).click()
    reader.page.get_by_role("heading", name="You now follow Crown A").wait_for()
    return reader.page


def press(reader: ScorerPhone, action: str) -> str:
    def workers():
        return [each for each in reader.context.service_workers if each.url.endswith("/push/worker.js")]

    until(reader.page, workers)
    return workers()[0].evaluate(PRESS, action)


def test_one_tap_follows_a_message_is_shown_and_its_button_unfollows(reader, evening):  # noqa: F811
    page = follows(reader)
    row = Follow.objects.select_related("phone", "league").get()
    assert (row.phone.user, row.phone.endpoint, row.name) == (None, "https://push.example/send/mine", "Crown A")
    assert json.loads(page.evaluate("sessionStorage.asked"))["applicationServerKey"] == site_key()
    expect(team_page(reader).get_by_text("Followed on this phone")).to_be_visible()
    evening.send(SentFor.HOME)
    told(CLOSING_TIME)
    message = Message.objects.get(kind="follow")
    PushService(reader).hand_over(
        {"title": message.subject, "body": message.text, "open": message.link, "tag": "one", "stop": message.stop}
    )
    [shown] = page.evaluate(SHOWN)
    assert (shown["title"], shown["data"]["stop"]) == (message.subject, removal_link_of(row))
    page.goto(press(reader, "unfollow"))
    page.get_by_role("button", name="Unfollow Crown A").click()
    page.get_by_role("heading", name="You no longer follow Crown A").wait_for()
    assert (Follow.objects.count(), Phone.objects.count()) == (0, 0)
    expect(team_page(reader).get_by_role("button", name="Messages and calendar")).to_be_visible()
    assert reader.faults == []


def test_a_finger_on_the_message_itself_opens_the_match(reader):
    follows(reader)
    PushService(reader).hand_over(
        {"title": "Crown A 5-4 Bell", "body": "", "open": "/leek/fixtures/", "tag": "one", "stop": "/leek/following/x/"}
    )
    assert press(reader, "") == f"{reader.site}/leek/fixtures/"


def test_the_follows_page_changes_what_is_told(reader):
    page = follows(reader)
    page.get_by_label("Who leads").uncheck()
    page.get_by_role("button", name="Save").click()
    page.get_by_text("kinds of message to this phone").wait_for()
    row = Follow.objects.get()
    assert (row.lead, row.result) == (False, True)


@pytest.mark.parametrize("script", [True, False])
def test_without_messages_or_without_scripts_the_page_says_how_else(live_server, browser: Browser, evening, script):  # noqa: F811
    reader = ScorerPhone(browser, live_server.url, evening, java_script_enabled=script)
    reader.context.add_init_script("delete window.PushManager")
    page = team_page(reader)
    page.get_by_role("button", name=BUTTON).click()
    page.get_by_role("heading", name=BUTTON).wait_for()
    expect(page.get_by_role("link", name="Add all fixtures to your calendar")).to_be_visible()
    expect(page.get_by_role("link", name="Follow results in a news reader (RSS)")).to_be_visible()
