"""Names that ask for addresses and files, on every paper there is: nothing is fetched, even with nothing escaped.

The pages are drawn twice: as they are, with every name escaped; and with escaping switched off, as if it had been
forgotten everywhere, so that only the refusal to fetch is left. FETCHED=12 has each name say each of the twelve; the
small size is the second of the two drawings, once.
"""

import os
import tempfile
from base64 import b64encode
from io import BytesIO
from itertools import cycle, islice

import pytest
import time_machine
from django.conf import settings
from django.db import transaction
from django.test import override_settings
from django_scopes import scopes_disabled
from pypdf import PdfReader

from league.base.jobs.actions import run_job
from league.base.jobs.models import Job
from league.base.ui.cache import page_cache
from league.documents.models import Paper
from league.teams.models import Team
from tests.league.addresses import OURS
from tests.league.documents.reading import sheets
from tests.league.documents.test_fetching import SECRET, attached, listener
from tests.league.lengths import NAMED, lengthen_everything
from tests.league.person import signed_in
from tests.league.test_permissions import address
from tests.league.world import CLOSING_TIME, make_world

assert listener  # a web server, and what was asked of it

# As short as names are: {web} is the listener, {file} a file of ours, {data} an image that asks the listener.
VECTORS = (
    "<img src={web}/image>",
    "<link rel=stylesheet href={web}/sheet>",
    '<style>@import "{web}/import"</style>',
    "<style>@font-face{{font-family:x;src:url({web}/f)}}</style>",
    "<object data={web}/object></object>",
    "<svg><image href={web}/svg width=9 height=9 /></svg>",
    "<link rel=attachment href={web}/attached>",
    "<img src={web}/redirect/on>",
    "<img src={data}>",
    "<link rel=attachment href=file://{file}>",
    '<p style="background:url({web}/css)">x</p>',
    "<base href={web}/><img src=base>",
)
ROUNDS = int(os.environ.get("FETCHED", "1"))
TURNS = [(turn, escaped) for turn in range(ROUNDS) for escaped in (False, True)][: max(1, 2 * ROUNDS - 1)]
# What is made by a job: its kind, where it is asked for, and how.
LONG_WORK = (
    ("cards", "print/cards/", {}),
    ("booklet", "print/booklet/", {"way": "a5"}),
    ("agm-pack", "season/2026-27/end/papers/", {}),
)
PAPERS = [text for text in OURS if text.endswith(".pdf")]
RAW = [{**engine, "OPTIONS": {**engine["OPTIONS"], "autoescape": False}} for engine in settings.TEMPLATES]


@pytest.fixture(scope="module")
def world(django_db_setup, django_db_blocker, tmp_path_factory):
    media = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("papers"))
    with django_db_blocker.unblock(), media, time_machine.travel(CLOSING_TIME, tick=False), transaction.atomic():
        yield make_world("leek")
        transaction.set_rollback(True)


@pytest.fixture
def secret():
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.write(SECRET)
        file.flush()
        yield file.name


def written(vector: str, web: str, file: str) -> str:
    size = 'width="9" height="9"'
    asking = f'<svg xmlns="http://www.w3.org/2000/svg" {size}><image href="{web}/data" {size}/></svg>'
    data = f"data:image/svg+xml;base64,{b64encode(asking.encode()).decode()}"
    return vector.format(web=web, file=file, data=data)


def name_everything(web: str, file: str, turn: int) -> None:
    """Every name there is says one of the vectors, as long as it may be; `turn` has each say another."""
    said = [written(each, web, file) for each in VECTORS]
    for model, field in NAMED:
        most = model._meta.get_field(field).max_length
        fitting = islice(cycle([each for each in said if len(each) <= most - 3]), turn, None)
        for row, words in zip(model.objects.order_by("pk"), fitting, strict=False):
            unique = f"{row.pk % 1000:03}" if model is Team else ""
            model.objects.filter(pk=row.pk).update(**{field: words + unique})


def words_beyond_the_edge(made: bytes) -> list[str]:
    """Words of a PDF that do not stand on its sheets as a whole."""
    return [word for wide, _, words in sheets(made) for left, _, right, _, word in words if left < 0 or right > wide]


def papers(world) -> dict[str, bytes]:
    """Every paper of the league as its secretary gets it, those that are long work among them."""
    client = signed_in(world.evening.small.secretary)
    page_cache.clear()
    drawn = {}
    for text in PAPERS:
        answer = client.get(address(text, OURS[text], world), follow=True)
        assert answer.status_code == 200, text
        drawn[text] = b"".join(answer.streaming_content) if answer.streaming else answer.content
    for kind, where, asked in LONG_WORK:
        with scopes_disabled():
            Paper.objects.filter(kind=kind).delete()
        client.post(f"/{world.league.slug}/{where}", asked)
        assert run_job(Job.objects.latest("pk").pk)
        with scopes_disabled(), Paper.objects.get(kind=kind).file.open() as made:
            drawn[kind] = made.read()
    return drawn


@pytest.mark.proof
@pytest.mark.django_db
@pytest.mark.parametrize(("turn", "escaped"), TURNS)
def test_no_name_on_any_paper_has_anything_fetched(world, listener, secret, turn, escaped):
    web, asked = listener
    with scopes_disabled():
        name_everything(web, secret, turn)
    with override_settings(TEMPLATES=settings.TEMPLATES if escaped else RAW):
        drawn = papers(world)
    assert asked == []
    assert len(drawn) >= 15
    assert [text for text, made in drawn.items() if SECRET.encode() in made + attached(made)] == []
    words = "".join(page.extract_text() for page in PdfReader(BytesIO(drawn["cards"])).pages)
    assert ("<link" in words) == escaped  # what was written is what is read, or else it was markup indeed


@pytest.mark.proof
@pytest.mark.django_db
def test_a_word_without_a_gap_stays_on_every_paper(world):
    with scopes_disabled():
        lengthen_everything()
    beyond = {text: words_beyond_the_edge(made) for text, made in papers(world).items()}
    assert {text: words[:3] for text, words in beyond.items() if words} == {}


def test_these_names_would_have_the_library_fetch(listener, secret):
    """The control: WeasyPrint as it comes asks the listener for them, and takes the file in."""
    from weasyprint import HTML

    web, asked = listener
    reached = set()
    for vector in VECTORS:
        asked.clear()
        made = HTML(string=f"<body>{written(vector, web, secret)}<p>card").write_pdf()
        if asked or SECRET.encode() in attached(made):
            reached.add(vector)
    assert len(reached) >= 8, sorted(set(VECTORS) - reached)
