"""The captain's card on a small phone, with scripts and without: sent, agreed, disputed and decided."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from league.results.choices import ResultState, SentFor
from league.results.models import Result, Submission
from tests.browser.axe import faults, too_wide
from tests.browser.desk import let_in
from tests.league.person import signed_in
from tests.league.results.walk import at
from tests.seeds import by_turns

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
PHONE = {"width": 360, "height": 740}
NARROW = {"width": 320, "height": 480}
TYPED = "Object.keys(localStorage).filter((name) => name.startsWith('typed:'))"


class Phone:
    """One person's phone; `faults` is what its console complained about, refused forms apart."""

    def __init__(self, browser: Browser, site: str, user, *, scripts: bool = True, dark: bool = False) -> None:
        self.site, self.faults = site, []
        scheme = "dark" if dark else "light"
        context = browser.new_context(viewport=PHONE, java_script_enabled=scripts, color_scheme=scheme)
        self.page: Page = context.new_page()
        self.page.on("console", lambda said: self.faults.append(said.text) if said.type == "error" else None)
        self.sign_in(user)

    def sign_in(self, user) -> None:
        let_in(self.page.context, self.site, signed_in(user))

    def go(self, path: str) -> Page:
        self.page.goto(self.site + path)
        return self.page

    def press(self, words: str) -> None:
        """Send a form, and wait for the page that answers it."""
        with self.page.expect_navigation():
            self.page.locator("main").get_by_role("button", name=words, exact=True).click()

    def fill_empty(self, line: Locator, number: int) -> None:
        """Choose players where nobody is proposed: two by two, of each side."""
        selects = line.locator("select")
        for place in range(selects.count()):
            if not selects.nth(place).input_value():
                selects.nth(place).select_option(index=1 + 2 * number + place % 2)

    def fill_card(self) -> None:
        """Tick six a side, give every game to whoever the pattern says, and come to the check."""
        for side in ("home", "away"):
            boxes = self.page.locator(f"input[name={side}]")
            for number in range(6):
                boxes.nth(number).check()
        self.press("Save and continue")
        for last in (False, False, True):
            lines = self.page.locator(".card-line")
            for number in range(lines.count()):
                self.fill_empty(lines.nth(number), number)
                lines.nth(number).locator(f"input[value={'away' if number == 1 else 'home'}]").check()
            self.press("Save and check" if last else "Save and continue")


@pytest.mark.parametrize("scripts", [True, False])
def test_card_from_the_link_to_the_other_captain_s_yes(live_server, browser, evening, scripts):
    home = Phone(browser, live_server.url, evening.home, scripts=scripts)
    home.go("/leek/your-match/").get_by_role("link", name="Enter result").first.click()
    home.fill_card()
    home.press("Send result")
    sent = Submission.objects.get()
    expect(home.page.locator(".receipt__number")).to_have_text(f"Receipt number {sent.receipt}", use_inner_text=True)
    away = Phone(browser, live_server.url, evening.away, scripts=scripts)
    away.go("/leek/your-match/").get_by_role("link", name="Confirm 6").click()
    assert Result.objects.get().state == ResultState.PROVISIONAL
    away.press("Confirm this result")
    expect(away.page.locator("main")).to_contain_text("confirmed and in the table")
    assert Result.objects.get().state == ResultState.CONFIRMED
    assert home.faults + away.faults == []


def test_step_that_cannot_be_saved_without_a_signal_is_kept_on_the_phone(live_server, browser, evening):
    phone = Phone(browser, live_server.url, evening.home)
    page = phone.go(at(evening, "card-players"))
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    for side in ("home", "away"):
        for number in range(6):
            page.locator(f"input[name={side}]").nth(number).check()
    page.reload()
    note = page.get_by_text("Kept on this phone, not saved yet")
    expect(note).to_be_visible()
    phone.press("Save and continue")
    winners = page.locator("input[value=away]")
    expect(note).to_have_count(0)
    phone.press("Save and continue")  # refused: nobody is chosen
    winners.nth(1).check()
    phone.go(at(evening, "card-lines", 1))
    expect(note).to_be_visible()
    expect(winners.nth(1)).to_be_checked()
    winners.first.check()
    page.context.set_offline(True)
    phone.press("Save and continue")
    expect(page.get_by_role("heading", level=1)).to_have_text("You have no signal")
    expect(page.locator("main")).to_contain_text("What you sent did not get an answer")
    page.go_back()
    expect(note).to_be_visible()
    expect(winners.first).to_be_checked()
    page.context.set_offline(False)
    page.go_forward()
    page.get_by_role("link", name="Open the form again").click()
    expect(note).to_be_visible()
    expect(winners.first).to_be_checked()
    for number in range(page.locator(".card-line").count()):
        phone.fill_empty(page.locator(".card-line").nth(number), number)
        winners.nth(number).check()
    phone.press("Save and continue")
    page.go_back()
    expect(winners.first).to_be_checked()
    expect(note).to_have_count(0)
    assert page.evaluate(TYPED) == []


def test_what_was_typed_is_kept_for_a_day(live_server, browser, evening):
    phone = Phone(browser, live_server.url, evening.home)
    box = phone.go(at(evening, "card-players")).locator("input[name=home]").first
    box.check()
    [key] = phone.page.evaluate(TYPED)
    phone.page.evaluate(
        """key => {
            const entry = JSON.parse(localStorage.getItem(key));
            localStorage.setItem(key, JSON.stringify({ ...entry, at: entry.at - 24 * 60 * 60 * 1000 }));
        }""",
        key,
    )
    phone.go(at(evening, "card-players"))
    expect(box).not_to_be_checked()
    assert phone.page.evaluate(TYPED) == []


def test_what_was_typed_is_shown_to_nobody_else_on_the_same_phone(live_server, browser, evening):
    phone = Phone(browser, live_server.url, evening.home)
    box = phone.go(at(evening, "card-players")).locator("input[name=home]").first
    note = phone.page.get_by_text("Kept on this phone, not saved yet")
    box.check()
    for user, kept in ((evening.away, 0), (evening.home, 1)):
        phone.sign_in(user)
        phone.go(at(evening, "card-players"))
        expect(note).to_have_count(kept)


@pytest.mark.parametrize("scripts", [True, False])
def test_dispute_and_the_secretary_s_decision(live_server, browser, evening, scripts):
    evening.send(SentFor.HOME)
    away = Phone(browser, live_server.url, evening.away, scripts=scripts)
    away.go(at(evening, "match-card")).get_by_role("link", name="Dispute it").click()
    away.page.get_by_label("What is wrong with it?").fill("We won S3.")
    away.press("Dispute the result")
    assert Result.objects.get().state == ResultState.DISPUTED
    secretary = Phone(browser, live_server.url, evening.secretary, scripts=scripts)
    secretary.go(at(evening, "match-decision")).get_by_text("Crown A’s card").click()
    secretary.page.get_by_label("Reason").first.fill("Both captains rang.")
    secretary.press("Accept this card")
    expect(secretary.page.locator("main")).to_contain_text("decided by the league")
    assert Result.objects.get().state == ResultState.DECIDED
    assert away.faults + secretary.faults == []


def test_scripts_name_the_players_beside_the_winners_and_step_small_numbers(live_server, browser, evening):
    phone = Phone(browser, live_server.url, evening.home)
    phone.go(at(evening, "card-players"))
    for side in ("home", "away"):
        for box in phone.page.locator(f"input[name={side}]").all()[:6]:
            box.check()
    phone.press("Save and continue")
    first = phone.page.locator(".card-line").first
    first.locator("label:has(input[value=home]) small").wait_for()  # the script runs after the page is there
    chosen = first.locator("[data-side=home] option:checked").inner_text()
    short = f"{chosen[0]} {chosen.split()[-1]}"
    assert first.locator("label:has(input[value=home])").inner_text().split("\n") == ["Crown A", short]
    first.get_by_text("Pegs and hands").click()
    for _ in range(3):
        first.get_by_role("button", name="One more: Hands").click()
    assert first.get_by_label("Hands", exact=True).input_value() == "3"


@pytest.mark.parametrize("dark", by_turns([False, True], 2))
def test_pages_of_the_card_are_for_everybody(live_server, browser, evening, dark):
    """No fault that axe finds, nothing wider than the narrowest phone, no complaint of the content policy."""
    captain = Phone(browser, live_server.url, evening.home, dark=dark)
    captain.go(at(evening, "card-players"))
    captain.fill_card()
    captain.press("Send result")
    other = Phone(browser, live_server.url, evening.away, dark=dark)
    officer = Phone(browser, live_server.url, evening.secretary, dark=dark)
    seen = {
        captain: ["card-photo"],
        other: ["match-confirmation", "match-dispute", "card-players", "card-score", "card-notes"],
        officer: ["match-decision"],
    }
    scheme = "dark" if dark else "light"
    found = [
        fault
        for phone, names in seen.items()
        for name in names
        for fault in faults_of(phone, at(evening, name), scheme)
    ]
    assert found == []
    assert captain.faults + other.faults + officer.faults == []


def faults_of(phone: Phone, path: str, scheme: str) -> list[str]:
    page = phone.go(path)
    page.set_viewport_size(NARROW)
    wide = too_wide(page)
    return [f"{path}: {fault}" for fault in faults(page, scheme) + ([f"{wide} px too wide"] if wide else [])]
