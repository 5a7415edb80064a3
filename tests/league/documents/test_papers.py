"""Papers of many pages: asked for once, made part by part as long work, kept for a week and handed out."""

from datetime import timedelta
from io import BytesIO

import pytest
from django.core.files.storage import default_storage
from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scope
from pypdf import PdfReader

from league.base.audit.actions import record
from league.base.jobs.actions import run_job
from league.base.jobs.models import Job, JobState
from league.base.ui.pictures import qr_code
from league.documents.actions import AT_ONE_ADDRESS, OF_ONE_LEAGUE, delete_old_papers, request_paper
from league.documents.kinds import PaperAudience, paper
from league.documents.models import Paper
from league.documents.pdf.weasyprint_sheets import draw
from league.documents.queries.cards import blank_sheets, public_name
from league.teams.choices import RoleKind
from tests.factories import make_role, make_user
from tests.league.documents.conftest import squares, words_of
from tests.league.person import signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unscoped")]
HERE = "/leek/print/"


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path


@paper("leaflet")
def leaflet(asked, progress):
    """As many leaves as were asked for; or nothing, or a mistake."""
    for number in range(asked.args["leaves"]):
        if asked.args.get("stop_at") == number:
            progress.ask_to_stop()
        progress.say(f"Leaf {number + 1} of {asked.args['leaves']}", done=number, total=asked.args["leaves"])
        yield f"<p>Leaf {number + 1}{', in full' if asked.full_names else ''}" if number else draw("<p>Leaf 1")
    if asked.args.get("break"):
        raise ZeroDivisionError


def ask(league, by=None, at=None, audience=PaperAudience.PUBLIC, visitor="", **args):
    with scope(league=league):
        return request_paper(
            league=league, kind="leaflet", args={"leaves": 3} | args, title="A leaflet", name="leaflet",
            site="http://testserver", by=by, at=at or now(), audience=audience, visitor=visitor,
        )  # fmt: skip


def make(asked) -> Job:
    job = Job.objects.get(key=asked.job_key, finished_at=None)
    assert run_job(job.pk)
    job.refresh_from_db()
    asked.refresh_from_db()
    return job


def page_of(asked) -> str:
    return f"{HERE}papers/{asked.token}/"


# --- from asking to having --------------------------------------------------------------------------------------------
def test_a_paper_is_asked_for_made_and_handed_out(client, evening):
    asked = ask(evening.small.league)
    assert "Starting" in client.get(page_of(asked)).content.decode()
    assert client.get(f"{page_of(asked)[:-1]}.pdf").url == page_of(asked)
    job = make(asked)
    assert (job.state, job.result["address"]) == (JobState.DONE, page_of(asked))
    page = client.get(page_of(asked)).content.decode()
    assert "3 pages" in page
    assert f"{page_of(asked)[:-1]}.pdf" in page
    answer = client.get(f"{page_of(asked)[:-1]}.pdf")
    assert answer["Content-Disposition"] == 'inline; filename="leaflet.pdf"'
    assert answer["Cache-Control"] == "private, no-cache"
    assert words_of(PdfReader(BytesIO(b"".join(answer.streaming_content)))) == "Leaf 1 Leaf 2 Leaf 3"


def test_only_the_part_that_changes_is_sent_to_a_script(client, evening):
    asked = ask(evening.small.league)
    part = client.get(page_of(asked), headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert 'data-live="Waiting to start"' in part


def test_clicking_twice_is_one_paper_and_one_job(evening):
    assert ask(evening.small.league) == ask(evening.small.league)
    assert (Paper.objects.count(), Job.objects.count()) == (1, 1)


def test_the_same_content_is_handed_out_at_once_and_other_content_made_anew(evening):
    league = evening.small.league
    asked = ask(league)
    make(asked)
    again = ask(league, at=now() + timedelta(days=6))
    assert (again, again.get_absolute_url()) == (asked, f"{page_of(asked)[:-1]}.pdf")
    assert Job.objects.count() == 1
    assert ask(league, leaves=2) != asked
    record(verb="rename_team", words="Something was done", at=now(), by=None, league_id=league.pk)
    assert ask(league) != asked


def test_making_it_twice_changes_nothing(evening):
    """As when a worker dies after the file was written, or another begins the same."""
    asked = ask(evening.small.league)
    make(asked)
    first = asked.made_at
    Job.objects.update(state=JobState.QUEUED, finished_at=None)
    make(asked)
    assert asked.made_at == first
    assert default_storage.listdir("papers")[1] == [f"{asked.token}.pdf"]


# --- when it does not work --------------------------------------------------------------------------------------------
def test_a_paper_that_cannot_be_made_says_so_and_may_be_asked_for_again(client, evening):
    asked = ask(evening.small.league, **{"break": True})
    make(asked)
    page = client.get(page_of(asked)).content.decode()
    assert "Something went wrong on our side" in page
    assert client.post(f"{page_of(asked)}repetition/").url == page_of(asked)
    assert Job.objects.filter(finished_at=None).count() == 1


def test_a_paper_with_nothing_on_it_says_why(client, evening):
    asked = ask(evening.small.league, leaves=0)
    make(asked)
    assert "There is nothing to print yet" in client.get(page_of(asked)).content.decode()


def test_a_paper_is_stopped_between_two_parts(evening):
    asked = ask(evening.small.league, stop_at=1)
    job = make(asked)
    assert (job.state, job.message) == (JobState.CANCELLED, "Leaf 2 of 3")
    assert asked.made_at is None


def test_whoever_asked_may_stop_it_and_nobody_else(client, evening):
    mine = ask(evening.small.league, by=evening.home)
    assert client.post(f"{page_of(mine)}cancellation/").status_code == 403
    assert signed_in(evening.away).post(f"{page_of(mine)}cancellation/").status_code == 403
    assert signed_in(evening.home).post(f"{page_of(mine)}cancellation/").status_code == 302
    assert Job.objects.get().state == JobState.CANCELLED


def test_strangers_ask_for_so_many_papers_an_hour(client, evening):
    league, at = evening.small.league, now()
    for number in range(OF_ONE_LEAGUE):
        assert ask(league, leaves=number + 1, at=at)
    assert ask(league, leaves=OF_ONE_LEAGUE + 1, at=at) is None
    assert ask(league, leaves=1, at=at)  # there already
    assert ask(league, leaves=OF_ONE_LEAGUE + 1, at=at, by=evening.home)
    assert ask(league, leaves=OF_ONE_LEAGUE + 2, at=at + timedelta(hours=1, seconds=1))
    answer = client.post(f"{HERE}cards/", {})
    assert answer.status_code == 429
    assert "Too many PDFs" in answer.content.decode()


# --- who, and for how long --------------------------------------------------------------------------------------------
def test_officers_papers_have_full_names_and_are_for_officers(client, evening):
    results = make_user("Rita Results")
    make_role(results, evening.small.league, RoleKind.RESULTS_OFFICER)
    asked = ask(evening.small.league, by=evening.secretary, audience=PaperAudience.OFFICERS)
    make(asked)
    for address in (page_of(asked), f"{page_of(asked)[:-1]}.pdf"):
        assert client.get(address).status_code == 403
        assert signed_in(evening.home).get(address).status_code == 403
        answer = signed_in(results).get(address)
        assert (answer.status_code, b"".join(answer) != b"") == (200, True)
    pdf = signed_in(evening.secretary).get(f"{page_of(asked)[:-1]}.pdf")
    assert "Leaf 2, in full" in words_of(PdfReader(BytesIO(b"".join(pdf.streaming_content))))


def test_papers_are_kept_for_a_week(evening, django_capture_on_commit_callbacks):
    asked = ask(evening.small.league)
    make(asked)
    assert delete_old_papers(at=asked.asked_at + timedelta(days=7)) == 0
    with django_capture_on_commit_callbacks(execute=True):
        assert delete_old_papers(at=asked.asked_at + timedelta(days=7, seconds=1)) == 1
    assert not Paper.objects.exists()
    assert default_storage.listdir("papers")[1] == []


def test_an_older_edition_goes_when_a_newer_one_is_made(evening, django_capture_on_commit_callbacks):
    league = evening.small.league
    old = ask(league, at=now() - timedelta(hours=2))
    make(old)
    record(verb="rename_team", words="Something was done", at=now(), by=None, league_id=league.pk)
    new = ask(league)
    with django_capture_on_commit_callbacks(execute=True):
        make(new)
    assert [*Paper.objects.all()] == [new]
    assert default_storage.listdir("papers")[1] == [f"{new.token}.pdf"]


# --- packs of cards ---------------------------------------------------------------------------------------------------
def pack(client, **chosen) -> PdfReader:
    asked = client.post(f"{HERE}cards/", chosen)
    assert asked.status_code == 302
    held = Paper.objects.latest("pk")
    if held.made_at is None:
        make(held)
    with held.file.open() as file:
        return PdfReader(BytesIO(file.read()))


def test_the_seasons_cards_are_in_order_of_night_and_venue(client, evening):
    wanted = list(evening.small.league.fixtures.order_by("date", "venue__name", "home__name"))
    said = [str(each) for each in wanted]
    cards = [" ".join(page.extract_text().split()) for page in pack(client).pages]
    assert len(cards) == len(said)
    for number, (text, match) in enumerate(zip(cards, said, strict=True), 1):
        assert match in text
        assert f"Card {number} of {len(said)}" in text
        assert "Correct at" in text


def test_the_codes_of_a_pack_lead_to_its_matches(client, evening):
    match = evening.fixture
    mark = next(blank_sheets([match.pk], public_name)).mark
    made = pack(client, night=match.date.isoformat(), venue=match.venue.slug)
    assert f"testserver{reverse('short-code')} {match.code}" in words_of(made)
    pattern = qr_code(f"http://testserver{reverse('match-code', args=[match.code])}{mark}")
    assert squares(made) == squares(PdfReader(BytesIO(draw(pattern))))


def test_a_pack_of_a_night_at_a_venue_is_its_matches(client, evening):
    match = evening.fixture
    venue, night = match.venue.slug, match.date.isoformat()
    wanted = evening.small.league.fixtures.filter(venue=match.venue, date=match.date).count()
    pages = pack(client, night=night, venue=venue).pages
    assert len(pages) == wanted
    assert "Crown A v Bell" in " ".join(pages[0].extract_text().split())


def test_packs_have_public_names_but_for_officers(client, evening):
    assert "Crown PlayerA" not in words_of(pack(client))
    assert "C PlayerA" in words_of(pack(client))
    assert "Crown PlayerA" not in words_of(pack(signed_in(evening.home)))
    assert "Crown PlayerA" in words_of(pack(signed_in(evening.secretary)))


def test_a_pack_says_how_far_it_is(client, evening):
    pack(client)
    job = Job.objects.latest("pk")
    assert job.total == 4
    assert job.message == "Putting the pages together"


def test_a_night_without_matches_is_no_choice(client, evening):
    answer = client.post(f"{HERE}cards/", {"night": "2031-01-01"})
    assert answer.status_code == 422


def test_no_two_functions_make_one_kind():
    with pytest.raises(ValueError, match="Two functions for papers of kind leaflet"):
        paper("leaflet")(lambda *_: iter(()))


def test_one_visitor_does_not_use_up_what_all_may_ask_for(client, evening):
    at = now()
    for number in range(AT_ONE_ADDRESS):
        assert ask(evening.small.league, at=at, visitor="192.0.2.1", leaves=number + 1)
    assert ask(evening.small.league, at=at, visitor="192.0.2.1", leaves=90) is None
    assert ask(evening.small.league, at=at, visitor="192.0.2.1", leaves=1)  # there already
    assert ask(evening.small.league, at=at, visitor="192.0.2.2", leaves=90)
