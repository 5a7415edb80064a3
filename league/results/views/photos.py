"""Photographs of the paper card: sent after the score, so that a failed one never costs a result."""

from django.http import FileResponse, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.utils.timezone import now
from django.views.decorators.http import require_GET, require_http_methods

from league.results.actions import PhotoRefusedError, attach_photo
from league.results.forms import PhotoForm
from league.results.models import Photo
from league.results.permissions import may_enter, may_see_cards
from league.results.views.entrance import for_match, to, who
from league.schedule.models import Fixture


@require_http_methods(["GET", "POST"])
@for_match(may_enter)
def photo(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """Send a photograph, and see those that were sent."""
    form = PhotoForm(request.POST, request.FILES) if request.method == "POST" else PhotoForm()
    if form.is_valid():
        try:
            attach_photo(fixture=fixture, upload=form.cleaned_data["photo"], by=who(request), at=now())
            return to(fixture, "card-photo")
        except PhotoRefusedError as refused:
            form.add_error("photo", refused.words)
    sent = Photo.objects.filter(fixture=fixture).select_related("by").order_by("at", "pk")
    context = {"fixture": fixture, "form": form, "photos": sent}
    return render(request, "results/photo.html", context, status=422 if form.is_bound else 200)


@require_GET
@for_match(may_see_cards)
def picture(request: HttpRequest, fixture: Fixture, pk: int) -> HttpResponseBase:
    """The picture itself, for those who may see the cards, kept by no cache."""
    shown = get_object_or_404(Photo, fixture=fixture, pk=pk)
    answer = FileResponse(shown.image.open(), content_type="image/jpeg", filename=f"{fixture.slug}-{shown.pk}.jpg")
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "private, no-store"
    return answer
