"""A league's news and its own pages for everybody, the secretary's forms for them, and the sponsor."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_POST, require_safe

from league.base.ui.responses import form_action, render_form, require_form_methods
from league.teams.actions import noticeboard as actions
from league.teams.choices import ArticleKind
from league.teams.forms import ArticleForm, SponsorForm
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import Article
from league.teams.permissions import is_secretary, require
from league.teams.queries.noticeboard import articles_of, sponsor_of, suggested_page, suggestions_for


# --- for everybody ------------------------------------------------------------------------------------------------
@login_not_required
@require_safe
def articles(request: LeagueRequest, league: str, kind: str) -> HttpResponse:
    keeps = is_secretary(request.user, request.league)
    article_rows = list(articles_of(kind, drafts=keeps)[: actions.MOST_ARTICLES])
    context = {"articles": article_rows, "keeps": keeps, "suggested": suggestions_for(article_rows) if keeps else []}
    return render(request, f"noticeboard/{kind}_list.html", context)


@login_not_required
@require_safe
def article(request: LeagueRequest, league: str, kind: str, article: str) -> HttpResponse:
    """One of them; a draft is there for the secretary alone."""
    keeps = is_secretary(request.user, request.league)
    this_article = get_object_or_404(articles_of(kind, drafts=keeps), slug=article)
    return render(request, "noticeboard/article.html", {"article": this_article, "keeps": keeps})


# --- the secretary's forms ----------------------------------------------------------------------------------------
@require_form_methods
def new_article(request: MemberRequest, league: str, kind: str) -> HttpResponse:
    """Write a draft; `?start=join-us` begins with a suggested text."""
    require(is_secretary(request.user, request.league))
    suggested = suggested_page(request.GET.get("start", "")) if kind == ArticleKind.PAGE else None
    form = ArticleForm.of(kind, *_sent(request), suggested=suggested)
    written: list[Article] = []
    slug = suggested.slug if suggested else ""
    if form_action(request, form, _written_into(written), league=request.league, kind=kind, slug=slug):
        messages.success(request, "The draft was saved. Only you can see it until you publish it.")
        return redirect(written[0])
    return render_form(request, "noticeboard/article_form.html", form, kind=kind)


@require_form_methods
def article_details(request: MemberRequest, league: str, kind: str, article: str) -> HttpResponse:
    this_article = _to_change(request, kind, article)
    form = ArticleForm.of(kind, *_sent(request), article=this_article)
    if form_action(request, form, actions.change_article, article=this_article):
        messages.success(request, "Your changes were saved.")
        return redirect(this_article)
    return render_form(request, "noticeboard/article_form.html", form, kind=kind, article=this_article)


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
    if request.method == "POST":
        actions.delete_article(article=this_article, by=request.user, at=now())
        messages.success(request, f"\u201c{this_article}\u201d was deleted.")
        return redirect(f"{kind}-list", league)
    return render(request, "noticeboard/removal.html", {"article": this_article})


@require_form_methods
def sponsor(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    now_named = sponsor_of(request.league)
    form = SponsorForm.of(now_named, *_sent(request))
    if form_action(request, form, actions.settle_sponsor, league=request.league):
        messages.success(request, "The sponsor was saved.")
        return redirect("league-sponsor", league)
    return render_form(request, "noticeboard/sponsor.html", form, named=now_named)


@require_POST
def sponsor_removal(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    actions.remove_sponsor(league=request.league, by=request.user, at=now())
    messages.success(request, "The sponsor was deleted and is on no page any more.")
    return redirect("league-sponsor", league)


def _to_change(request: MemberRequest, kind: str, slug: str) -> Article:
    require(is_secretary(request.user, request.league))
    return get_object_or_404(articles_of(kind, drafts=True), slug=slug)


def _sent(request: HttpRequest) -> tuple[Any, Any]:
    """What came with the form, and its files; nothing when the page is only looked at."""
    return (request.POST, request.FILES) if request.method == "POST" else (None, None)


def _written_into(made: list[Article]) -> Any:
    return lambda **values: made.append(actions.write_article(**values))
