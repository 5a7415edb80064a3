"""A league's news, its own pages and officers for everybody, and the secretary's forms for them."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.cache import add_never_cache_headers
from django.utils.http import urlencode
from django.utils.timezone import now
from django.views.decorators.http import require_POST

from league.base.ui.old_addresses import form_on
from league.base.ui.responses import form_action, form_row, public_page, render_form, require_form_methods
from league.teams.actions import noticeboard as actions
from league.teams.actions.leagues import settle_officers
from league.teams.choices import ArticleKind, SuggestedPage
from league.teams.forms import ArticleForm, OfficersForm
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import Article
from league.teams.permissions import is_secretary, may_see_contacts, require
from league.teams.queries.noticeboard import articles_of, suggested_page, suggestions_for
from league.teams.queries.people import officers_of


# --- for everybody ----------------------------------------------------------------------------------------------------
@public_page
def articles(request: LeagueRequest, league: str, kind: str) -> HttpResponse:
    """`?start=join-us` begins the form with a suggested text."""
    suggested = _suggested(request, kind)
    return _list(request, kind, ArticleForm.of(kind, None, None, suggested=suggested), suggested=suggested)


def _list(
    request: LeagueRequest, kind: str, form: ArticleForm, editing: OfficersForm | None = None, **more: Any
) -> HttpResponse:
    keeps, numbers = is_secretary(request.user, request.league), may_see_contacts(request.user, request.league)
    rows = list(articles_of(kind, drafts=keeps)[: actions.MOST_ARTICLES])
    start = f"?{urlencode({'start': request.GET['start']})}" if "start" in request.GET else ""
    context = {"articles": rows, "keeps": keeps, "suggestions": suggestions_for(rows) if keeps else [], **more}
    context["action"] = reverse(f"{kind}-new", args=[request.league.slug]) + start
    if kind == ArticleKind.PAGE:
        officers = list(officers_of(request.league))
        context |= {"officers": officers, "numbers": numbers}
        context["editing"] = editing or (OfficersForm(officers=officers, section="edit-officers") if keeps else None)
    answer = render_form(request, f"noticeboard/{kind}_list.html", form, **context)
    if editing:
        answer.status_code = 422
    if numbers:
        add_never_cache_headers(answer)
    return answer


@public_page
def article(request: LeagueRequest, league: str, kind: str, article: str) -> HttpResponse:
    keeps = is_secretary(request.user, request.league)
    this_article = get_object_or_404(articles_of(kind, drafts=keeps), slug=article)
    return _page(request, this_article, ArticleForm.of(kind, None, None, article=this_article), keeps=keeps)


def _page(request: LeagueRequest, article: Article, form: ArticleForm, *, keeps: bool = True) -> HttpResponse:
    return render_form(request, "noticeboard/article.html", form, article=article, keeps=keeps)


# --- the secretary's forms --------------------------------------------------------------------------------------------
@require_form_methods
def new_article(request: MemberRequest, league: str, kind: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    if request.method != "POST":
        query = f"?{request.GET.urlencode()}" if request.GET else ""
        return redirect(f"{reverse(f'{kind}-list', args=[league])}{query}#write", permanent=True)
    suggested = _suggested(request, kind)
    form = ArticleForm.of(kind, *_sent(request))
    slug = suggested.slug if suggested else ""
    if written := form_row(request, form, actions.write_article, league=request.league, kind=kind, slug=slug):
        messages.success(request, f"“{written}” is a draft. Only you can see it until you publish it.")
        return redirect(written)
    return _list(request, kind, form)


def _suggested(request: HttpRequest, kind: str) -> SuggestedPage | None:
    return suggested_page(request.GET.get("start", "")) if kind == ArticleKind.PAGE else None


@form_on("page-list", "edit-officers")
def officers_details(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    form = OfficersForm(request.POST, officers=list(officers_of(request.league)), section="edit-officers")
    if form_action(request, form, settle_officers, league=request.league):
        messages.success(request, "The officers’ names and numbers were changed.")
        return redirect(f"{reverse('page-list', args=[league])}#officers")
    return _list(request, ArticleKind.PAGE, ArticleForm.of(ArticleKind.PAGE, None, None), form)


@require_form_methods
def article_details(request: MemberRequest, league: str, kind: str, article: str) -> HttpResponse:
    this_article = _to_change(request, kind, article)
    if request.method != "POST":
        return redirect(f"{this_article.get_absolute_url()}#change", permanent=True)
    form = ArticleForm.of(kind, *_sent(request), article=this_article)
    if form_action(request, form, actions.change_article, article=this_article):
        messages.success(request, f"“{this_article}” was changed.")
        return redirect(this_article)
    return _page(request, this_article, form)


@require_POST
def publication(request: MemberRequest, league: str, kind: str, article: str) -> HttpResponse:
    this_article = _to_change(request, kind, article)
    actions.publish_article(article=this_article, by=request.user, at=now())
    messages.success(request, f"\u201c{this_article}\u201d is published. Everybody can read it.")
    return redirect(this_article)


@require_POST
def withdrawal(request: MemberRequest, league: str, kind: str, article: str) -> HttpResponse:
    this_article = _to_change(request, kind, article)
    actions.withdraw_article(article=this_article, by=request.user, at=now())
    messages.success(request, f"\u201c{this_article}\u201d is a draft again. Only you can see it.")
    return redirect(this_article)


@require_form_methods
def removal(request: MemberRequest, league: str, kind: str, article: str) -> HttpResponse:
    this_article = _to_change(request, kind, article)
    if request.method != "POST":
        return redirect(f"{this_article.get_absolute_url()}#deletion", permanent=True)
    actions.delete_article(article=this_article, by=request.user, at=now())
    messages.success(request, f"\u201c{this_article}\u201d was deleted.")
    return redirect(f"{kind}-list", league)


def _to_change(request: MemberRequest, kind: str, slug: str) -> Article:
    require(is_secretary(request.user, request.league))
    return get_object_or_404(articles_of(kind, drafts=True), slug=slug)


def _sent(request: HttpRequest) -> tuple[Any, Any]:
    """What came with the form, and its files; nothing when the page is only looked at."""
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)
