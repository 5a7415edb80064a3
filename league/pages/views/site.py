"""Pages that belong to no league: home, help, the rules of the games, a written game looked at, health and errors."""

from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.timezone import localdate, now
from django.views.decorators.cache import cache_control

from league.base.server.headers import request_id
from league.base.ui.responses import (
    conditional_response,
    public_page,
    release,
    require_form_methods,
    unsent_form,
    wants_part,
)
from league.matchnight.queries.games import latest_puzzle, puzzle_of
from league.pages.forms import PlayForm, RecordForm
from league.pages.presenters.computer import COMMON, league_games, named_game, play_page, strategy_page
from league.pages.presenters.game_record import RecordLinkError, pack, record_page, unpack
from league.pages.presenters.rule_sets import refused_names, rule_set, rule_sets
from league.pages.queries.site import (
    FEW_LEAGUES,
    ShownMatch,
    find_leagues,
    own_puzzle_page,
    puzzle_card,
    puzzle_page,
    shown_match,
    storage_fault,
)
from league.schedule.queries.seasons import cards_in_force
from league.teams.models import League
from league.teams.permissions import is_site_admin

DAY = 24 * 60 * 60
ON_A_PAGE = 50


@public_page
def home(request: HttpRequest) -> HttpResponse:
    shown = shown_match(now())
    if wants_part(request):
        return _shown_part(request, shown)
    leagues = Paginator(League.objects.filter(public=True).defer("rules").order_by("name", "pk"), ON_A_PAGE)
    words = request.GET.get("q", "")[:60]
    context = {
        "shown": shown,
        "site": release(),
        "leagues": leagues.get_page(request.GET.get("page")),
        "few": leagues.count <= FEW_LEAGUES,
        "words": words,
        "found": find_leagues(words),
        "may_add": is_site_admin(request.user),
        "contact": settings.SITE_CONTACT,
        "none_yet": not leagues.count and not League.objects.exists(),
    }
    response = render(request, "pages/home.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def _shown_part(request: HttpRequest, shown: ShownMatch | None) -> HttpResponse:
    state = (shown.match.fixture.pk, shown.match.head, shown.match.status, shown.match.won) if shown else ()
    context = {"shown": shown, "site": release()}
    response = conditional_response(request, *state, draw=lambda: render(request, "pages/_front_match.html", context))
    response["Cache-Control"] = "private, no-cache"
    patch_vary_headers(response, ["HX-Request"])
    return response


@public_page
@cache_control(public=True, max_age=DAY)
def favicon(_request: HttpRequest) -> HttpResponse:
    """Where old browsers, and programs that draw a link, look for the site's mark without being told."""
    return redirect(static("icon-180.png"))


# --- the rules of the games, and a written game looked at -------------------------------------------------------------
EXAMPLE = """\
; Nine tiles each; one claim is wrong
[Rules "fives-threes:teesdale"] [A "Kath"] [B "Derek"]
[Lead "A"]
[Deal "A 31 11 40 54 61 66 55 60 64 | B 65 30 62 63 00 22 21 52 42"]
A31 B30 A11 B00 A40=2 B21=2 A54 B65 A61=2 B62 A66 B63 ##
[Pegs "3-2"]
"""


@public_page
def rules(request: HttpRequest) -> HttpResponse:
    return _all_rules(request, RecordForm())


def _all_rules(request: HttpRequest, form: RecordForm, status: int = 200, **more: object) -> HttpResponse:
    context: dict[str, Any] = {"families": rule_sets(), "refused": refused_names(), "strategy": strategy_page()}
    context |= {"form": form, "example": pack(EXAMPLE), **more}
    return render(request, "pages/rules.html", context, status=status)


@public_page
def rules_of_game(request: HttpRequest, key: str) -> HttpResponse:
    game_rules = rule_set(key)
    if game_rules is None:
        raise Http404("No game has this name.")
    return render(request, "pages/rules_game.html", {"found": game_rules})


@login_not_required
@require_form_methods
def check_record(request: HttpRequest) -> HttpResponse:
    """Paste a record or choose a file; it is shown at an address of its own, from which it can be read again."""
    if request.method == "POST":
        form = RecordForm(request.POST, request.FILES)
        if not form.is_valid():
            return _all_rules(request, form, status=422)
        return redirect(f"{reverse('check-record')}?r={form.cleaned_data['packed']}")
    if "r" not in request.GET:
        return redirect(f"{reverse('rules')}#check", permanent=True)
    try:
        text = unpack(request.GET["r"])
    except RecordLinkError:
        problem = {"href": "", "text": "This link is damaged or cut short. Ask for it again, or paste the record."}
        return _all_rules(request, RecordForm(), status=422, problems=[problem])
    form = RecordForm(initial={"record": text})
    return render(request, "pages/rules_check.html", {"form": form, "seen": record_page(text)})


@public_page
def play(request: HttpRequest) -> HttpResponse:
    """A game against the computer on the reader's own phone; nothing of it is sent here."""
    if league := framing_league(request):
        return _play_in_league(request, league)
    key, players = COMMON
    form = PlayForm(request.GET if "rules" in request.GET else None, initial={"rules": key, "players": players})
    if form.is_valid():
        key, players = form.cleaned_data["rules"], form.cleaned_data["players"]
    context = {"form": form, "page": play_page(named_game(key, players))}
    return render(request, "pages/play.html", context, status=422 if form.errors else 200)


def _play_in_league(request: HttpRequest, league: League) -> HttpResponse:
    games = league_games(league.slug, cards_in_force(league))
    chosen = games[0] if games else None
    if "game" in request.GET:
        chosen = next((each for each in games if each.key == request.GET["game"]), None)
        if chosen is None:
            raise Http404("The league does not play this game.")
    context = {"page": play_page(chosen) if chosen else None, "games": games, "chosen": chosen}
    return render(request, "pages/play.html", context)


# --- whether the site is well, and when something is wrong ------------------------------------------------------------
@login_not_required
def healthz(request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"ok {settings.VERSION}\n", content_type="text/plain; charset=utf-8")


@login_not_required
def readyz(request: HttpRequest) -> HttpResponse:
    """The process can read its database, and there is room on the disk; 503 with a sentence otherwise."""
    fault = storage_fault()
    return HttpResponse(f"{fault or 'ready'}\n", status=503 if fault else 200, content_type="text/plain; charset=utf-8")


@login_not_required
def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "errors/400.html", status=400)


@login_not_required
def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "errors/403.html", status=403)


@login_not_required
def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    return render(request, "errors/404.html", status=404)


@login_not_required
def server_error(request: HttpRequest) -> HttpResponse:
    """No template context and no database: whatever failed may fail again."""
    return render(None, "errors/500.html", {"request_id": request_id()}, status=500)


@login_not_required
def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    return unsent_form(request)


# --- What would you play? ---------------------------------------------------------------------------------------------
def framing_league(request: HttpRequest) -> League | None:
    league: League | None = request.league  # type: ignore[attr-defined]
    if league is None and "league" in request.GET:
        raise Http404("No such league.")
    return league


@public_page
def puzzles_of_today(request: HttpRequest) -> HttpResponse:
    """On to today's puzzle, or the latest from a match of the league; to the site's if there is none."""
    league = framing_league(request)
    own = latest_puzzle(league, localdate()) if league else None
    card = puzzle_card(localdate(), puzzle_of(own) if own else None, league.slug if league else "")
    return redirect(card.url)


@public_page
def puzzle(request: HttpRequest, number: int) -> HttpResponse:
    league, chosen = framing_league(request), request.GET.get("play", "")
    page = own_puzzle_page(league, number, chosen, localdate()) if league else puzzle_page(number, chosen, localdate())
    if page is None:
        raise Http404("There is no puzzle of this number.")
    return render(request, "pages/puzzle.html", {"page": page})
