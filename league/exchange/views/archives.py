"""A whole league in one file, taken away by its secretary."""

from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from league.accounts.permissions import confirm_first
from league.exchange.actions.keeping import ask_for_archive
from league.exchange.forms import TakingForm
from league.exchange.queries.archives import kept_archive
from league.teams.middleware import MemberRequest
from league.teams.permissions import is_secretary, require


@never_cache
@confirm_first
def taking(request: MemberRequest, league: str) -> HttpResponse:
    """Have the whole league put into one file, and fetch the last one."""
    require(is_secretary(request.user, request.league))
    form = TakingForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        job = ask_for_archive(league=request.league, wanted=form.wanted, by=request.user, at=now())
        return redirect("job", league, job.pk)
    context = {"form": form, "kept": kept_archive(request.league, now())}
    return render(request, "exchange/taking.html", context, status=422 if form.errors else 200)


@never_cache
@confirm_first  # type: ignore[arg-type]
@require_safe
def kept_file(request: MemberRequest, league: str) -> HttpResponseBase:
    """The last archive that was made, for a week."""
    require(is_secretary(request.user, request.league))
    kept = kept_archive(request.league, now())
    if kept is None:
        raise Http404("No archive is kept. Have one made.")
    name = f"{league}-{localdate(kept.made_at).isoformat()}.zip"
    return FileResponse(default_storage.open(kept.path), as_attachment=True, filename=name)
