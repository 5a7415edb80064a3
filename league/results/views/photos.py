"""A photographed card, read: how far that is, what was read beside its picture, and the way into the card's form."""

from django.contrib import messages
from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import now
from django.views.decorators.http import require_GET, require_POST

from league.base.jobs.queries import job_view
from league.base.ui.responses import require_form_methods, uncached_form
from league.reading.card_photos import INSTALLED
from league.results.actions.messages import PhotoRefusedError, ask_for_reading, attach_photo, fill_from_photo
from league.results.choices import SentFor
from league.results.forms.answers import PhotoForm
from league.results.forms.photo_readings import PhotoReadingForm
from league.results.models import Photo, PhotoReading
from league.results.permissions import may_enter
from league.results.queries.facts import facts_of
from league.results.queries.messages import latest_job, messages_for
from league.results.views.access import acting_for, for_match, journey_for, redirect_to, signed_in_user, while_open
from league.schedule.models import Fixture
from scoring.card.differences import fill, with_games


@uncached_form
@for_match(may_enter)
@while_open
def reading(request: HttpRequest, fixture: Fixture, pk: int) -> HttpResponse:
    """What was read, to be looked through; while it is not read yet, how far that is."""
    photo = get_object_or_404(Photo.objects.select_related("by"), fixture=fixture, pk=pk)
    row = PhotoReading.objects.filter(photo=photo).first()
    if row is None:
        job = latest_job(photo)
        context = {"fixture": fixture, "photo": photo, "view": job_view(job, now()) if job else None}
        return render(request, "results/photo_job.html", context)
    row.photo.fixture, journey = fixture, journey_for(request, fixture)
    form = PhotoReadingForm(request.POST if request.method == "POST" else None, reading=row, journey=journey)
    if not form.is_valid():
        context = {"fixture": fixture, "photo": photo, "form": form}
        return render(request, "results/photo_reading.html", context, status=422 if form.is_bound else 200)
    card = fill(with_games(journey.card), form.to_card())
    fill_from_photo(reading=row, card=card, present=form.present(card), by=signed_in_user(request), at=now())
    return redirect_to(fixture, "card-players")


@require_POST
@for_match(may_enter)
def reading_again(request: HttpRequest, fixture: Fixture, pk: int) -> HttpResponse:
    photo = get_object_or_404(Photo, fixture=fixture, pk=pk)
    photo.fixture = fixture
    ask_for_reading(photo=photo, by=signed_in_user(request), at=now())
    return redirect_to(fixture, "card-photo-reading", photo.pk)


@require_GET
@for_match(may_enter)
def flat_picture(request: HttpRequest, fixture: Fixture, pk: int) -> HttpResponse:
    """The paper from above, for those who may see the cards, kept by no cache but the reader's own."""
    row = get_object_or_404(PhotoReading, photo__fixture=fixture, photo=pk)
    answer = HttpResponse(bytes(row.flat), content_type="image/jpeg")
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "private, max-age=300"
    return answer


@require_form_methods
@for_match(may_enter)
def photo(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    form = PhotoForm(request.POST, request.FILES) if request.method == "POST" else PhotoForm()
    if form.is_valid():
        try:
            by, at = signed_in_user(request), now()
            read = _may_fill_in(request, fixture)
            sent = attach_photo(fixture=fixture, upload=form.cleaned_data["photo"], by=by, at=at, read=read)
            messages.success(request, "Photo received. Both captains and the secretary can see it.")
            if read:
                return redirect_to(fixture, "card-photo-reading", sent.pk)
            return redirect_to(fixture, "card-photo")
        except PhotoRefusedError as refused:
            form.add_error("photo", refused.message)
    photos = Photo.objects.filter(fixture=fixture).select_related("by", "reading").order_by("at", "pk")
    context = {
        "fixture": fixture, "form": form, "photos": photos, "may_fill_in": _may_fill_in(request, fixture),
        "installed": INSTALLED,
        "card_messages": messages_for(signed_in_user(request), fixture),
    }  # fmt: skip
    return render(request, "results/photo.html", context, status=422 if form.is_bound else 200)


def _may_fill_in(request: HttpRequest, fixture: Fixture) -> bool:
    """Whether this person still has a card of this match to fill in, so that a photograph of it is worth reading."""
    side = acting_for(request, fixture)
    return side != SentFor.LEAGUE and facts_of(fixture).latest(side) is None


@require_GET
@for_match(may_enter)
def picture(request: HttpRequest, fixture: Fixture, pk: int) -> HttpResponseBase:
    shown = get_object_or_404(Photo, fixture=fixture, pk=pk)
    answer = FileResponse(shown.image.open(), content_type="image/jpeg", filename=f"{fixture.slug}-{shown.pk}.jpg")
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "private, no-store"
    return answer
