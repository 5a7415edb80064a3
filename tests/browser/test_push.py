"""Messages on a phone, in a real Chromium: asked for on a page, shown by the worker, and leading to the right page.

No push service of a browser's maker can be reached from here, so the one call that asks it for an address is answered
by the test; what the push service would hand over is handed over by the browser's own tools. A browser opens a window
only for a finger on the message, which nobody has here: the address that is to be opened is caught, and asked for.
"""

import json
import shutil

import pytest
from django_scopes import scope, scopes_disabled
from playwright.sync_api import Page, Worker, expect

from league.notifications.models import Phone
from league.notifications.webpush import key_text, new_key, site_key
from tests.browser.phones import ScorerPhone, until
from tests.league.notifications.push_sink import Browser as Subscriber
from tests.league.results.evening import make_evening

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PAGE = "/me/?league=leek"
BUTTON = "Send messages to this phone"
HOSTILE = "<img src=x onerror=alert(1)> & \"Crown\" 'A' \u202e"
# What PushManager.subscribe would answer if there were a push service.
SUBSCRIBE = """told => {
  const answer = { endpoint: told.endpoint, keys: { p256dh: told.public, auth: told.auth } };
  PushManager.prototype.subscribe = async (asked) => {
    sessionStorage.asked = JSON.stringify(asked);
    return { ...answer, toJSON: () => answer };
  };
  const held = { ...answer, unsubscribe: async () => true };
  PushManager.prototype.getSubscription = async () => sessionStorage.asked ? held : null;
}"""


@pytest.fixture(scope="module")
def chromium(engine):
    """With windows of its own: messages are shown in them, and the shell has none."""
    started = engine.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
    yield started
    started.close()


@pytest.fixture
def evening(db, settings):
    settings.PUSH_KEY, settings.PUSH_SERVICES = key_text(new_key()), ["push.example"]
    with scopes_disabled():
        made = make_evening()
    with scope(league=made.small.league):
        yield made


@pytest.fixture
def phone(live_server, browser, evening):
    return ScorerPhone(browser, live_server.url, evening, evening.home)


def asks_for_messages(phone: ScorerPhone) -> Page:
    """The page after its button was pressed, with the phone in its list."""
    phone.context.grant_permissions(["notifications"], origin=phone.site)
    told = Subscriber("https://push.example/send/mine").told
    phone.context.add_init_script(f"({SUBSCRIBE})({json.dumps(told)})")
    phone.page.goto(phone.site + PAGE)
    phone.page.get_by_role("button", name=BUTTON).click()
    phone.page.get_by_text("This phone will now show messages.").wait_for()
    return phone.page


class PushService:
    """What stands between the site and a phone. `done` are the messages that the phone's worker has dealt with."""

    def __init__(self, phone: ScorerPhone) -> None:
        self.phone, self.done, self.registrations = phone, 0, {}
        self.tools = phone.context.new_cdp_session(phone.page)
        self.tools.on("ServiceWorker.workerRegistrationUpdated", self._registered)
        self.tools.on("BackgroundService.backgroundServiceEventReceived", self._told)
        self.tools.send("ServiceWorker.enable")
        self.tools.send("BackgroundService.startObserving", {"service": "pushMessaging"})
        self.tools.send("BackgroundService.setRecording", {"service": "pushMessaging", "shouldRecord": True})

    def _registered(self, said: dict) -> None:
        self.registrations |= {each["scopeURL"]: each["registrationId"] for each in said["registrations"]}

    def _told(self, said: dict) -> None:
        self.done += said["backgroundServiceEvent"]["eventName"] == "Push event completed"

    def hand_over(self, message: object) -> None:
        """Give the phone a message, and wait until it is on the screen.

        Whoever asks for the messages that are shown while one is being put there makes the browser forget that one.
        """
        scope, before = f"{self.phone.site}/push/", self.done
        until(self.phone.page, lambda: scope in self.registrations)
        data = message if isinstance(message, str) else json.dumps(message)
        worker = {"origin": self.phone.site + "/", "registrationId": self.registrations[scope]}
        self.tools.send("ServiceWorker.deliverPushMessage", worker | {"data": data})
        until(self.phone.page, lambda: self.done > before)


# The messages that the phone shows.
SHOWN = """async () => {
  const worker = await navigator.serviceWorker.getRegistration("/push/");
  return (await worker.getNotifications()).map(({ title, body, tag, data }) => ({ title, body, tag, data }));
}"""

# A finger on the first message that is shown; which address the worker wanted opened.
TAP = """async () => {
  const opened = new Promise((resolve) => { clients.openWindow = async (address) => resolve(address); });
  const [shown] = await registration.getNotifications();
  dispatchEvent(new NotificationEvent("notificationclick", { notification: shown }));
  return opened;
}"""


def tap(phone: ScorerPhone) -> str:
    def workers() -> list[Worker]:
        return [each for each in phone.context.service_workers if each.url.endswith("/push/worker.js")]

    until(phone.page, workers)
    [worker] = workers()
    return worker.evaluate(TAP)


def test_a_captain_asks_for_messages_on_this_phone_and_stops_them(phone, evening):
    page = asks_for_messages(phone)
    held = Phone.objects.get()
    assert (held.user, held.endpoint) == (evening.home, "https://push.example/send/mine")
    asked = json.loads(page.evaluate("sessionStorage.asked"))
    assert asked == {"userVisibleOnly": True, "applicationServerKey": site_key()}
    expect(page.get_by_text("This phone", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=BUTTON)).to_be_hidden()
    page.get_by_role("button", name="Stop").click()
    page.get_by_text("We will send no more messages to that phone.").wait_for()
    assert not Phone.objects.exists()
    expect(page.get_by_role("button", name=BUTTON)).to_be_visible()
    assert phone.faults == []


def test_a_message_is_shown_as_text_and_leads_to_its_page(phone):
    page = asks_for_messages(phone)
    PushService(phone).hand_over({"title": HOSTILE, "body": HOSTILE, "open": "/leek/fixtures/", "tag": "one"})
    assert page.evaluate(SHOWN) == [{"title": HOSTILE, "body": HOSTILE, "tag": "one", "data": "/leek/fixtures/"}]
    address = tap(phone)
    assert address == f"{phone.site}/leek/fixtures/"
    until(page, lambda: page.evaluate(SHOWN) == [])
    page.goto(address)
    expect(page.get_by_role("heading", level=1)).to_contain_text("Fixtures")
    assert phone.faults == []


def test_the_same_message_twice_is_one(phone):
    page = asks_for_messages(phone)
    service = PushService(phone)
    for title in ("Bell v Crown A tomorrow", "Bell v Crown A tomorrow", "Crown A 5-4 Bell: please confirm"):
        service.hand_over({"title": title, "body": "", "open": "/leek/", "tag": title})
    titles = sorted(each["title"] for each in page.evaluate(SHOWN))
    assert titles == ["Bell v Crown A tomorrow", "Crown A 5-4 Bell: please confirm"]


@pytest.mark.parametrize(
    "message", ["no JSON", "[]", '{"title": 7}', "{}", '{"title": "x", "open": "https://evil.example/"}']
)
def test_what_is_not_from_us_opens_our_first_page(phone, message):
    page = asks_for_messages(phone)
    PushService(phone).hand_over(message)
    assert len(page.evaluate(SHOWN)) == 1
    assert tap(phone) == f"{phone.site}/"


@pytest.mark.parametrize(
    ("allowed", "said"),
    [
        (False, "Your phone does not let this site show messages."),
        # No address of its maker, as in a private window of Chromium, which takes its time over it.
        (True, "We could not turn on messages."),
    ],
)
def test_a_phone_that_may_show_nothing_or_has_no_address_says_so(phone, allowed, said):
    if allowed:
        phone.context.grant_permissions(["notifications"], origin=phone.site)
    page = phone.page
    page.goto(phone.site + PAGE)
    page.get_by_role("button", name=BUTTON).click()
    page.get_by_text(said).wait_for()
    assert not Phone.objects.exists()


def test_without_scripts_nothing_is_said_of_phones(live_server, browser, evening):
    page = ScorerPhone(browser, live_server.url, evening, evening.home, java_script_enabled=False).page
    page.goto(live_server.url + PAGE)
    assert "phone" not in page.locator("#e-mails").inner_text().lower()
    expect(page.get_by_role("button", name="Save e-mail choices")).to_be_visible()


@pytest.mark.parametrize(("system", "said"), [("iPhone; CPU iPhone OS 18_0", True), ("Linux; Android 5.0", False)])
def test_a_browser_that_cannot_is_offered_nothing_but_an_iphone_is_told_how(
    live_server, browser, evening, system, said
):
    phone = ScorerPhone(browser, live_server.url, evening, evening.home, user_agent=f"Mozilla/5.0 ({system}) Safari")
    phone.context.add_init_script("delete window.PushManager")
    phone.page.goto(phone.site + PAGE)
    phone.page.wait_for_function("() => customElements.get('phone-push')")
    expect(phone.page.get_by_role("button", name=BUTTON)).to_be_hidden()
    expect(phone.page.get_by_text("Add to Home Screen")).to_be_visible(visible=said)


def test_the_scorer_opens_without_a_signal_on_a_phone_that_shows_messages(phone):
    asks_for_messages(phone)
    phone.open()
    phone.kept()
    phone.context.set_offline(True)
    phone.page.reload()
    phone.page.wait_for_selector("scorer-app .scorer__stage > *")
    scopes = phone.page.evaluate(
        "navigator.serviceWorker.getRegistrations().then((all) => all.map((each) => each.scope))"
    )
    assert sorted(scope.removeprefix(phone.site) for scope in scopes) == [
        "/", "/leek/2026-09-07/crown-a-v-bell/score/", "/push/",
    ]  # fmt: skip
