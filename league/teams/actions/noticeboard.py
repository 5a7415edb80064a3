"""Writing news and pages, publishing them and taking them off again; and the sponsor. One audit entry each."""

from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.files.base import File

from league.base.accounts.models import User
from league.base.audit.actions import record
from league.base.ui.uploads import Redrawn, redraw_mark, redraw_photo
from league.teams.actions.leagues import free_slug, lock_league
from league.teams.actions.looks import drop_picture, keep_picture
from league.teams.choices import ArticleKind
from league.teams.models import League
from league.teams.models.noticeboard import Article, Sponsor
from league.teams.permissions import roles_of

PHOTO = 1200  # pixels, the longer side
LOGO = (360, 120)
MOST_ARTICLES = 500
RESERVED = frozenset({"new"})


# --- news and pages -----------------------------------------------------------------------------------------------
def write_article(
    *,
    league: League,
    kind: str,
    title: str,
    text: str,
    place: int | None = None,
    photo: File | None = None,
    photo_words: str = "",
    slug: str = "",
    by: User | None,
    at: datetime,
) -> Article:
    """Write a draft. Without a `slug` its address is made of its title."""
    drawn = _photo(photo)
    with lock_league(league.pk):
        there = Article.objects.filter(league=league, kind=kind)
        taken = RESERVED | set(there.values_list("slug", flat=True))
        if len(taken) > MOST_ARTICLES:
            raise ValidationError("The league has 500 of these, the most it can keep. Delete old ones first.")
        article = Article(
            league=league, kind=kind, slug=free_slug(slug or title, taken, 60), by=by, office=_office(by, league)
        )
        _fill(article, title=title, text=text, place=place or len(taken), photo_words=photo_words, drawn=drawn, at=at)
        _record(article, "write_article", "was written", by, at)
    return article


def change_article(
    *,
    article: Article,
    title: str,
    text: str,
    place: int | None = None,
    photo: File | None = None,
    photo_words: str = "",
    without_photo: bool = False,
    by: User | None,
    at: datetime,
) -> None:
    """Change what is written; its address stays. With `without_photo` the photo is deleted."""
    drawn = _photo(photo)
    with lock_league(article.league_id):
        locked = Article.objects.select_related("league").get(pk=article.pk)
        former = locked.photo_id
        if without_photo and drawn is None:
            locked.photo, photo_words = None, ""
        _fill(locked, title=title, text=text, place=place or locked.place, photo_words=photo_words, drawn=drawn, at=at)
        if former != locked.photo_id:
            drop_picture(former)
        _record(locked, "change_article", "was changed", by, at)


def publish_article(*, article: Article, by: User | None, at: datetime) -> None:
    """Show it to everybody. What was published before keeps nothing of its old date."""
    _settle(article, "publish_article", "was published", by=by, at=at)


def withdraw_article(*, article: Article, by: User | None, at: datetime) -> None:
    """Make it a draft again, which only the secretary sees."""
    _settle(article, "withdraw_article", "was taken off the site", by=by, at=at)


def delete_article(*, article: Article, by: User | None, at: datetime) -> None:
    """Delete it with its photo."""
    with lock_league(article.league_id):
        _record(article, "delete_article", "was deleted", by, at)
        Article.objects.filter(pk=article.pk).delete()
        drop_picture(article.photo_id)


def _settle(article: Article, verb: str, what: str, *, by: User | None, at: datetime) -> None:
    when = at if verb == "publish_article" else None
    with lock_league(article.league_id):
        locked = Article.objects.select_related("league").get(pk=article.pk)
        if (locked.published_at is None) == (when is None):
            return  # a second tap
        locked.published_at = when
        locked.save(update_fields=["published_at"])
        _record(locked, verb, what, by, at)


def _fill(
    article: Article, *, title: str, text: str, place: int, photo_words: str, drawn: Redrawn | None, at: datetime
) -> None:
    article.title, article.text, article.place = title, text, place
    article.photo_words, article.changed_at = photo_words, at
    if drawn is not None:
        article.photo = keep_picture(article.league_id, drawn)
    if article.photo_id and not article.photo_words:
        raise ValidationError({"photo_words": "Say in a few words what the photo shows, for people who cannot see it."})
    article.full_clean()
    article.save()


def _photo(upload: File | None) -> Redrawn | None:
    try:
        return redraw_photo(upload, PHOTO) if upload else None
    except ValidationError as error:
        raise ValidationError({"photo": error}) from None


def _office(by: User | None, league: League) -> str:
    """What the author is here: "League secretary"."""
    roles = [role.get_kind_display() for role in roles_of(by, league)] if by else []
    return roles[0] if roles else "Site administrator"


def _record(article: Article, verb: str, what: str, by: User | None, at: datetime) -> None:
    noun = "The news" if article.kind == ArticleKind.NEWS else "The page"
    text = f"{noun} \u201c{article.title}\u201d {what}"
    record(verb=verb, words=text, at=at, by=by, league_id=article.league_id, about=(article,))


# --- the sponsor --------------------------------------------------------------------------------------------------
def settle_sponsor(
    *,
    league: League,
    name: str,
    link: str = "",
    words: str = "",
    logo: File | None = None,
    by: User | None,
    at: datetime,
) -> None:
    """Name the league's sponsor, in place of whoever it was."""
    try:
        drawn = redraw_mark(logo, *LOGO) if logo else None
    except ValidationError as error:
        raise ValidationError({"logo": error}) from None
    with lock_league(league.pk):
        sponsor = Sponsor.objects.filter(league=league).first() or Sponsor(league=league)
        former, sponsor.name, sponsor.link, sponsor.words = sponsor.logo_id, name, link, words
        if drawn is not None:
            sponsor.logo = keep_picture(league.pk, drawn)
        sponsor.full_clean()
        sponsor.save()
        if former != sponsor.logo_id:
            drop_picture(former)
        line = f"{name} was named as the sponsor"
        record(verb="settle_sponsor", words=line, at=at, by=by, league_id=league.pk, about=(league,))


def remove_sponsor(*, league: League, by: User | None, at: datetime) -> None:
    """Take the sponsor off every page."""
    with lock_league(league.pk):
        sponsor = Sponsor.objects.filter(league=league).first()
        if sponsor is not None:
            line = f"{sponsor} is no longer named as the sponsor"
            record(verb="remove_sponsor", words=line, at=at, by=by, league_id=league.pk, about=(league,))
            sponsor.delete()
            drop_picture(sponsor.logo_id)
