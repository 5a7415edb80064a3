"""The rules of the games, and a written game looked at: pages for players who argue, with nothing kept."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from league.pages.forms import RecordForm
from league.pages.queries.game import seen_record
from league.pages.queries.record_link import RecordLinkError, pack, unpack
from league.pages.queries.rule_sets import refused, rule_set, rule_sets

EXAMPLE = """\
; Nine tiles each; one claim is wrong
[Rules "fives-threes:teesdale"] [A "Kath"] [B "Derek"]
[Lead "A"]
[Deal "A 31 11 40 54 61 66 55 60 64 | B 65 30 62 63 00 22 21 52 42"]
A31 B30 A11 B00 A40=2 B21=2 A54 B65 A61=2 B62 A66 B63 ##
[Pegs "3-2"]
"""


@login_not_required
@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Every game the engine knows, by family, and the names it refuses."""
    return render(request, "pages/rules.html", {"families": rule_sets(), "refused": refused()})


@login_not_required
@require_safe
def rules_of_game(request: HttpRequest, key: str) -> HttpResponse:
    """One game in full."""
    found = rule_set(key)
    if found is None:
        raise Http404("No game has this name.")
    return render(request, "pages/rules_game.html", {"found": found})


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def check_record(request: HttpRequest) -> HttpResponse:
    """Paste a record or choose a file; it is shown at an address of its own, from which it can be read again."""
    if request.method == "POST":
        return _address_of(request)
    if "r" not in request.GET:
        return _blank(request, RecordForm())
    try:
        text = unpack(request.GET["r"])
    except RecordLinkError:
        problem = {"href": "", "text": "This link is damaged or cut short. Ask for it again, or paste the record."}
        return _blank(request, RecordForm(), status=422, problems=[problem])
    form = RecordForm(initial={"record": text})
    return render(request, "pages/rules_check.html", {"form": form, "seen": seen_record(text)})


def _address_of(request: HttpRequest) -> HttpResponse:
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        return _blank(request, form, status=422)
    return redirect(f"{reverse('check-record')}?r={form.cleaned_data['packed']}")


def _blank(request: HttpRequest, form: RecordForm, status: int = 200, **more: object) -> HttpResponse:
    return render(request, "pages/rules_check.html", {"form": form, "example": pack(EXAMPLE), **more}, status=status)
