"""Long work about results: what is still possible in a table, and reading photographs of cards."""

from typing import TYPE_CHECKING, Any

from django.utils.timezone import now
from django_scopes import scope, scopes_disabled

from league.base.jobs.kinds import JobFailedError, Progress, job
from league.base.ui.converters import in_season
from league.reading.card_photos import INSTALLED
from league.reading.card_photos.values import CardReading, Players
from league.results.actions.adjustments import RUN_IN
from league.results.actions.messages import READ_PHOTO, store_reading
from league.results.models import Photo
from league.results.queries.facts import match_for
from league.results.queries.messages import layout_for, mark_for, other_card, printed_players
from league.results.queries.runin import matches_left, run_in
from league.schedule.models import CODES_AT, Division, Fixture
from league.schedule.queries.matches import whole_fixtures
from league.teams.models import League
from scoring.card.sheet import Side
from scoring.season.runin.search import TooHardError

if TYPE_CHECKING:  # what reads is slow to import, and only installed where jobs run
    from league.reading.card_photos.straighten import CutBox


@job(RUN_IN)
def work_out_run_in(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    progress.say("Going through the matches left")
    with scopes_disabled():
        division = Division.objects.select_related("competition__season__league").filter(pk=args["division"]).first()
    if division is None:
        return None
    season = division.competition.season
    try:
        with scope(league=season.league):
            possible = run_in(division, matches_left(division), now())
    except TooHardError:
        raise JobFailedError("There are too many ways to end this season to go through them all.") from None
    address = in_season(season.league.slug, "table", season=season.slug, division=division.slug)
    return possible.as_json() | {"address": address}


# --- photographs of cards ---------------------------------------------------------------------------------------------
NOT_INSTALLED = "Your photo is saved with the match. This site cannot read photos, so fill the card in yourself."
NO_CARD_OF_OURS = (
    "This is not a card that this site printed with boxes to read. Your photo is saved: fill the card in yourself."
)
OTHER_BOXES = "This card was printed under other rules of the match. Your photo is saved: fill the card in yourself."


@job(READ_PHOTO)
def read_photo(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    if not INSTALLED:
        raise JobFailedError(NOT_INSTALLED)
    assert progress.league_id is not None
    with scope(league=League.objects.get(pk=progress.league_id)):
        photo = Photo.objects.select_related("by").filter(pk=args["photo"]).first()
        if photo is None:
            return None
        photo.fixture = whole_fixtures().get(pk=photo.fixture_id)
        _read_and_store(photo, progress)
        address = photo.fixture.address_of("card-photo-reading", photo.pk)
    return {"address": address}


def _read_and_store(photo: Photo, progress: Progress) -> None:
    from league.reading.card_photos import straighten  # slow import
    from league.reading.card_photos.card_reader import read  # slow import

    progress.say("Finding the card in the photo", done=0, total=3)
    try:
        with photo.image.open("rb") as file:
            grey = straighten.opened(file.read())
        code = straighten.find_code(grey)
        mark = _check_code(code.text, photo.fixture)
        progress.say("Straightening it", done=1)
        flat = straighten.flatten(grey, code)
    except straighten.UnreadablePhotoError as error:
        raise JobFailedError(str(error)) from None
    match, players = match_for(photo.fixture), printed_players(photo.fixture)
    layout = layout_for(match, players)
    if layout is None or not mark.startswith(layout.mark):
        raise JobFailedError(OTHER_BOXES)
    squads: Players = players if mark == mark_for(layout, players) else dict.fromkeys(Side, ())
    progress.say("Reading the boxes", done=2)
    cut = list(straighten.cut(flat, (*layout.boxes, *layout.squad_boxes)))
    reading = read({box.path: box.ink for box in cut}, layout, match, squads, other_card(photo))
    readings = _with_places(reading, cut, {box.path: (box.width, box.height) for box in layout.boxes})
    store_reading(
        photo=photo, readings=readings, players={side: list(squads[side]) for side in Side},
        flat=straighten.small_jpeg(flat), at=now(),
    )  # fmt: skip


def _check_code(text: str, fixture: Fixture) -> str:
    """What the code says of how the card was printed; JobFailedError if it is the card of another match, or of none."""
    address, _, mark = text.partition("#")
    code = address.partition(CODES_AT)[2].strip("/")
    if not code or not mark:
        raise JobFailedError(NO_CARD_OF_OURS)
    if code != fixture.code:
        other = whole_fixtures().filter(code=code, league=fixture.league).first()
        whose = f"the card of {other}" if other else "the card of another match"
        raise JobFailedError(f"This is {whose}. Send its photo there, and the card of {fixture} here.")
    return mark


def _with_places(
    box_readings: CardReading, cut: "list[CutBox]", sizes: dict[str, tuple[float, float]]
) -> dict[str, Any]:
    """Each reading with the part of the paper that its boxes are on, as the row keeps it."""
    places = {box.path: (box.x, box.y) for box in cut}
    readings = {}
    for path, reading in box_readings.items():
        left, top = (min(places[box][axis] for box in reading.boxes) for axis in (0, 1))
        right, bottom = (max(places[box][axis] + sizes[box][axis] for box in reading.boxes) for axis in (0, 1))
        at = [round(left - 1, 1), round(top - 1, 1), round(right - left + 2, 1), round(bottom - top + 2, 1)]
        readings[path] = {"value": reading.value, "sure": reading.sure, "at": at}
    return readings
