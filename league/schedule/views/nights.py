"""The nights of a season: its calendar, the weeks left out, each division's rules, a team's own night."""

from datetime import date

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_POST

from league.base.ui.formats import night as night_text
from league.base.ui.formats import nights as nights_text
from league.base.ui.forms import PlainForm, as_sent
from league.base.ui.old_addresses import form_address, form_on
from league.base.ui.responses import act_and_report, form_action, form_row, render_form, uncached_form, uncached_page
from league.schedule.actions.nights import (
    add_blackout,
    change_wish,
    choose_holidays,
    exclude_bank_holidays,
    exclude_week,
    make_wish,
    open_week,
    remove_blackout,
    remove_wish,
    set_match,
    set_prices,
    settle_home_night,
    settle_nights,
    unset_match,
)
from league.schedule.choices import BlackoutKind, WishedFor
from league.schedule.forms.nights import (
    BlackoutForm,
    DivisionNightsForm,
    HolidaysForm,
    HomeNightForm,
    PresetForm,
    PricesForm,
    WeekForm,
    WishForm,
)
from league.schedule.models import Blackout, Competition, Division, Entry, PresetMatch, Season, Wish
from league.schedule.permissions import may_arrange
from league.schedule.queries.seasons import (
    calendar_of,
    division_of,
    entries_of,
    league_competition,
    matches_on,
    wishes_about,
    wishes_of,
)
from league.schedule.values.calendar import division_night, weekday_name
from league.schedule.values.task import MEETINGS, describe_wish, nights_to_wish
from league.teams.middleware import MemberRequest
from league.teams.permissions import require
from scoring.words import several


@uncached_form
def nights(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    form = _days_form(request.POST or None)
    if form_action(request, form, add_blackout, competition=competition):
        first, last = form.cleaned_data["first"], form.cleaned_data["last"]
        messages.success(request, f"No league matches {nights_text(first, last)}.")
        _warn(request, competition, first, last)
        return redirect("season-nights", league, season)
    return _nights_page(request, competition, form)


@require_POST
def leaving_out(request: MemberRequest, league: str, season: str, on: date) -> HttpResponse:
    competition, kind = arranged_competition(request, season), _kind(request.POST.get("kind"))
    blackout = exclude_week(competition=competition, on=on, kind=kind, by=request.user, at=now())
    if blackout:
        messages.success(request, f"No league matches in the week of {night_text(on)}.")
        _warn(request, competition, blackout.first, blackout.last)
    return _to_month(league, season, on, kind)


@require_POST
def opening(request: MemberRequest, league: str, season: str, on: date) -> HttpResponse:
    competition, kind = arranged_competition(request, season), _kind(request.POST.get("kind"))
    open_week(competition=competition, on=on, by=request.user, at=now())
    messages.success(request, f"League matches may be played in the week of {night_text(on)}.")
    return _to_month(league, season, on, kind)


@require_POST
def bank_holidays(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    added = exclude_bank_holidays(competition=competition, by=request.user, at=now())
    messages.success(request, f"{several(len(added), 'week')} with a bank holiday left out.")
    return redirect("season-nights", league, season)


@form_on("season-nights", "bank-holidays")
def holidays_of(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    form = HolidaysForm(request.POST)
    if form_action(request, form, choose_holidays, competition=competition):
        return redirect("season-nights", league, season)
    return _nights_page(request, competition, form)


@require_POST
def blackout_removal(request: MemberRequest, league: str, season: str, pk: int) -> HttpResponse:
    competition = arranged_competition(request, season)
    blackout = get_object_or_404(Blackout, season=competition.season, pk=pk)
    text = f"League matches may be played again {nights_text(blackout.first, blackout.last)}."
    act_and_report(request, remove_blackout, text, competition=competition, blackout=blackout)
    return redirect("season-nights", league, season)


@form_on("season-nights", "rules-{division}")
def division_nights(request: MemberRequest, league: str, season: str, division: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    row = division_of(competition, division)
    form = _rules_form(row, request.POST)
    if form_action(request, form, settle_nights, division=row):
        messages.success(request, f"The nights of {row} were changed.")
        return redirect("season-nights", league, season)
    return _nights_page(request, competition, form)


@form_on("team-requests", "night")
def home_night(request: MemberRequest, league: str, season: str, team: str) -> HttpResponse:
    entry = entry_of(arranged_competition(request, season), team)
    form = _home_night_form(entry, request.POST)
    if form_action(request, form, settle_home_night, entry=entry):
        night = form.cleaned_data["night"]
        when = weekday_name(division_night(entry.division) if night is None else night)
        messages.success(request, f"{entry} plays at home on {when}s.")
        return redirect("team-requests", league, season, team)
    return _team_page(request, entry, form)


def _home_night_form(entry: Entry, data: QueryDict | None = None) -> HomeNightForm:
    otherwise = f"The night of {entry.division}: {weekday_name(division_night(entry.division))}"
    return HomeNightForm(data, initial={"night": entry.night}, otherwise=otherwise, section="home")


def arranged_competition(request: MemberRequest, slug: str) -> Competition:
    """A season's league, for somebody who may set it up; 403 for others, 404 for no such season."""
    require(may_arrange(request.user, request.league))
    return league_competition(get_object_or_404(Season, league=request.league, slug=slug))


def entry_of(competition: Competition, team: str, *, playing: bool = True) -> Entry:
    """A team of the season by its address, with everything that its nights depend on; 404 if it is not in it, or has
    left it and is to be `playing`.

    Of a team whose division was split, where it plays now.
    """
    rows = Entry.objects.select_related("team__venue", "division__competition__season__league").order_by("-pk")
    rows = rows.filter(withdrawn_on=None) if playing else rows
    entry: Entry | None = rows.filter(division__competition=competition, team__slug=team).first()
    if entry is None:
        raise Http404(f"{team} is not in this season.")
    return entry


def _nights_page(request: MemberRequest, competition: Competition, sent: PlainForm) -> HttpResponse:
    season, calendar = competition.season, calendar_of(competition)
    holidays = HolidaysForm(initial={"holidays_of": season.holidays_of})
    context = {
        "season": season,
        "calendar": calendar,
        "week_form": WeekForm(initial={"kind": _kind(request.GET.get("kind"))}, auto_id="tap_%s"),
        "days_form": sent if isinstance(sent, BlackoutForm) else _days_form(),
        "holidays_form": sent if isinstance(sent, HolidaysForm) else holidays,
        "rules": [(need, as_sent(sent, _rules_form(need["division"]))) for need in calendar["needs"]],
    }
    return render_form(request, "schedule/list/nights.html", sent, **context)


def _days_form(data: QueryDict | None = None) -> BlackoutForm:
    return BlackoutForm(data, initial={"kind": BlackoutKind.OTHER})


def _rules_form(division: Division, data: QueryDict | None = None) -> DivisionNightsForm:
    return DivisionNightsForm(data, division=division, section=f"rules-{division.slug}")


def _warn(request: MemberRequest, competition: Competition, first: date, last: date) -> None:
    if count := matches_on(competition, first, last):
        matches = "One match is" if count == 1 else f"{count} matches are"
        messages.warning(request, f"{matches} arranged for those days. Postpone the night on the Fixtures page.")


def _kind(value: str | None) -> str:
    return value if value in BlackoutKind.values else BlackoutKind.CUP


def _to_month(league: str, season: str, on: date, kind: str) -> HttpResponse:
    """Back to the month, with the same kind chosen for the next tap."""
    query = f"?kind={kind}&month={on:%Y-%m}#month-{on:%Y-%m}"
    return redirect(reverse("season-nights", args=[league, season]) + query)


# --- what teams ask for -----------------------------------------------------------------------------------------------
@uncached_page
def wishes(request: MemberRequest, league: str, season: str) -> HttpResponse:
    return _requests_page(request, arranged_competition(request, season))


def _requests_page(request: MemberRequest, competition: Competition, sent: PlainForm | None = None) -> HttpResponse:
    """422 with the form that was `sent`: a match to fix, or the penalty points."""
    context = wishes_of(competition) | {"season": competition.season, "form": sent}
    preset = sent if isinstance(sent, PresetForm) else PresetForm(entries=[team["entry"] for team in context["teams"]])
    prices = sent if isinstance(sent, PricesForm) else PricesForm(weights=competition.weights)
    context |= {"preset_form": preset, "prices_form": prices}
    return render(request, "schedule/list/wishes.html", context, status=422 if sent else 200)


@uncached_page
def team_wishes(request: MemberRequest, league: str, season: str, team: str) -> HttpResponse:
    """With the form of a request that the query names: a new one of a `kind`, or a `wish` to change."""
    competition = arranged_competition(request, season)
    entry, kind, pk = entry_of(competition, team), request.GET.get("kind"), request.GET.get("wish", "")
    row = _wish(competition, int(pk)) if pk.isdecimal() else None
    if row:
        return _team_page(request, row.entry, row=row)
    return _team_page(request, entry, kind=WishedFor(kind) if kind in WishedFor.values else None)


def _team_page(
    request: MemberRequest, entry: Entry, sent: PlainForm | None = None,
    *, kind: WishedFor | None = None, row: Wish | None = None,
) -> HttpResponse:  # fmt: skip
    kind = WishedFor(row.kind) if row else kind
    wish_form = sent if isinstance(sent, WishForm) else _wish_form(entry, kind, row) if kind else None
    context = {
        "season": entry.division.competition.season,
        "team": wishes_about(entry),
        "entry": entry,
        "kinds": WishedFor.choices,
        "kind": kind,
        "wish": row,
        "wish_form": wish_form,
        "night_form": as_sent(sent, _home_night_form(entry)),
        "form": sent,
    }
    return render(request, "schedule/list/team_wishes.html", context, status=422 if sent else 200)


@uncached_form
def new_wish(request: MemberRequest, league: str, season: str, team: str, kind: str) -> HttpResponse:
    entry = entry_of(arranged_competition(request, season), team)
    if kind not in WishedFor.values:
        raise Http404
    if request.method != "POST":
        return _to_request(league, season, team, kind=kind)
    form = _wish_form(entry, WishedFor(kind), data=request.POST)
    if made := form_row(request, form, make_wish, entry=entry, kind=kind):
        messages.success(request, f"Request added: {describe_wish(made)}.")
        return redirect("team-requests", league, season, team)
    return _team_page(request, entry, form, kind=WishedFor(kind))


@uncached_form
def wish(request: MemberRequest, league: str, season: str, pk: int) -> HttpResponse:
    row = _wish(arranged_competition(request, season), pk)
    team = row.entry.team.slug
    if request.method != "POST":
        return _to_request(league, season, team, wish=pk)
    form = _wish_form(row.entry, WishedFor(row.kind), row, request.POST)
    if changed := form_row(request, form, change_wish, wish=row):
        messages.success(request, f"Request changed: {describe_wish(changed)}.")
        return redirect("team-requests", league, season, team)
    return _team_page(request, row.entry, form, row=row)


def _to_request(league: str, season: str, team: str, **query: object) -> HttpResponse:
    """To the form of a request, on its team's page."""
    address = reverse("team-requests", args=[league, season, team], query=query, fragment="request")
    return redirect(address, permanent=True)


@require_POST
def wish_removal(request: MemberRequest, league: str, season: str, pk: int) -> HttpResponse:
    row = _wish(arranged_competition(request, season), pk)
    act_and_report(request, remove_wish, f"Deleted the request of {row.entry}.", wish=row)
    return redirect("team-requests", league, season, row.entry.team.slug)


@form_on("season-requests", "matches")
def presets(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    form = PresetForm(request.POST, entries=entries_of(competition))
    if row := form_row(request, form, set_match, competition=competition):
        messages.success(request, f"{row} is set for {night_text(row.date)}.")
        return _to_presets(league, season)
    return _requests_page(request, competition, form)


@require_POST
def preset_removal(request: MemberRequest, league: str, season: str, pk: int) -> HttpResponse:
    competition = arranged_competition(request, season)
    rows = PresetMatch.objects.select_related("competition", "home__team", "away__team")
    preset = get_object_or_404(rows, competition=competition, pk=pk)
    unset_match(preset=preset, by=request.user, at=now())
    messages.success(request, f"{preset} may be on any night.")
    return _to_presets(league, season)


def _to_presets(league: str, season: str) -> HttpResponse:
    return redirect(form_address("season-requests", "matches", league=league, season=season))


@form_on("season-requests", "prices")
def prices(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    form = PricesForm(request.POST, weights=competition.weights)
    if form_action(request, form, set_prices, competition=competition):
        messages.success(request, "The penalty points were changed.")
        return redirect("season-requests", league, season)
    return _requests_page(request, competition, form)


def _wish(competition: Competition, pk: int) -> Wish:
    rows = Wish.objects.select_related(
        "competition", "entry__team", "entry__division__competition__season__league", "other__team"
    )
    return get_object_or_404(rows, competition=competition, pk=pk)


def _wish_form(entry: Entry, kind: WishedFor, row: Wish | None = None, data: QueryDict | None = None) -> WishForm:
    competition = entry.division.competition
    rows = entries_of(competition).exclude(pk=entry.pk)
    others = rows.filter(division=entry.division_id) if kind in MEETINGS else rows
    nights = nights_to_wish(entry, kind, Blackout.objects.filter(season=competition.season_id))
    return WishForm(data, kind=kind, others=others, nights=nights, wish=row)
