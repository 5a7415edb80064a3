"""Writing news and pages, publishing them and taking them off again; and the sponsor. One audit entry each."""

from collections.abc import Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.files.base import File

from league.base.accounts.models import User
from league.base.audit.actions import record, save_checked
from league.base.ui.palette import Kit
from league.base.ui.uploads import Redrawn, redraw_mark, redraw_photo
from league.teams.actions.leagues import free_slug, lock_league
from league.teams.choices import ArticleKind
from league.teams.models import Article, League, Picture, Sponsor, Team
from league.teams.permissions import roles_of

CREST = 256  # pixels, the longer side
MOST_PICTURES = 400


def settle_league_look(
    *, league: League, colour: str, kits: Mapping[int, Kit], crest: File | None = None, by: User | None, at: datetime
) -> None:
    mark = _crest(crest)
    with lock_league(league.pk):
        locked = League.objects.get(pk=league.pk)
        changed = [locked.short_name] if locked.colour != colour or mark else []
        locked.colour = colour
        _put_crest(locked, mark)
        save_checked(locked, "colour", "crest")
        for team in Team.objects.filter(league=league, pk__in=kits).order_by("name", "pk"):
            if team.kit != kits[team.pk]:
                _put_kit(team, kits[team.pk])
                changed.append(team.name)
        if changed:
            text = f"Colours or crest were changed: {', '.join(changed)}"
            record(verb="settle_league_look", words=text, at=at, by=by, league_id=league.pk, about=(locked,))


def settle_team_look(
    *, team: Team, colour: str, second_colour: str, crest: File | None = None, by: User | None, at: datetime
) -> None:
    mark = _crest(crest)
    with lock_league(team.league_id):
        locked = Team.objects.select_related("league").get(pk=team.pk)
        before, kit = locked.kit, Kit(colour, second_colour)
        if before == kit and mark is None:
            return
        _put_kit(locked, kit)
        _put_crest(locked, mark)
        locked.save(update_fields=["crest"])
        text = f"The colours of {locked}: {kit.words}" if before != kit and kit else f"The look of {locked} was changed"
        record(
            verb="settle_team_look", words=text, at=at, by=by, league_id=locked.league_id, about=(locked,),
            before={"colours": before.words}, after={"colours": kit.words},
        )  # fmt: skip


def remove_crest(*, of: League | Team, by: User | None, at: datetime) -> None:
    league_id = of.pk if isinstance(of, League) else of.league_id
    with lock_league(league_id):
        locked = type(of).objects.get(pk=of.pk)
        if locked.crest_id is None:
            return
        Picture.objects.filter(pk=locked.crest_id).delete()
        text = f"The crest of {locked} was deleted"
        record(verb="remove_crest", words=text, at=at, by=by, league_id=league_id, about=(locked,))


def keep_picture(league_id: int, drawn: Redrawn) -> Picture:
    """Runs inside the transaction of whoever shows it."""
    if Picture.objects.filter(league_id=league_id).count() >= MOST_PICTURES:
        raise ValidationError("The league has 400 pictures, the most it can keep. Delete old ones first.")
    return save_checked(
        Picture(league_id=league_id, kind=drawn.kind, data=drawn.data, width=drawn.width, height=drawn.height)
    )


def drop_picture(key: int | None) -> None:
    """Runs inside the transaction of whoever showed it."""
    if key is not None:
        Picture.objects.filter(pk=key).delete()


def _crest(upload: File | None) -> Redrawn | None:
    try:
        return redraw_mark(upload, CREST, CREST) if upload else None
    except ValidationError as error:
        raise ValidationError({"crest": error}) from None


def _put_crest(row: League | Team, mark: Redrawn | None) -> None:
    if mark is not None:
        former = row.crest_id
        row.crest = keep_picture(row.pk if isinstance(row, League) else row.league_id, mark)
        row.save(update_fields=["crest"])
        drop_picture(former)


def _put_kit(team: Team, kit: Kit) -> None:
    if kit.second and kit.second == kit.first:
        raise ValidationError({"second_colour": "Choose another second colour: it is the same as the first."})
    if kit.second and not kit.first:
        raise ValidationError({"colour": "Choose the first colour too."})
    team.colour, team.second_colour = kit.first, kit.second
    save_checked(team, "colour", "second_colour")


# --- news, pages and the sponsor --------------------------------------------------------------------------------------
PHOTO = 1200  # pixels, the longer side
LOGO = (360, 120)
MOST_ARTICLES = 500
RESERVED = frozenset({"new"})


# --- news and pages ---------------------------------------------------------------------------------------------------
def write_article(
    *, league: League, kind: str, title: str, text: str, place: int | None = None, photo: File | None = None,
    photo_words: str = "", slug: str = "", by: User | None, at: datetime,
) -> Article:  # fmt: skip
    """Without a `slug` its address is made of its title."""
    drawn = _photo(photo)
    with lock_league(league.pk):
        articles = Article.objects.filter(league=league, kind=kind)
        taken = RESERVED | set(articles.values_list("slug", flat=True))
        if len(taken) > MOST_ARTICLES:
            raise ValidationError("The league has 500 of these, the most it can keep. Delete old ones first.")
        roles = [role.get_kind_display() for role in roles_of(by, league)] if by else []
        office = roles[0] if roles else "Site administrator"
        article = Article(league=league, kind=kind, slug=free_slug(slug or title, taken, 60), by=by, office=office)
        _fill(article, title=title, text=text, place=place or len(taken), photo_words=photo_words, drawn=drawn, at=at)
        _record(article, "write_article", "was written", by, at)
    return article


def change_article(
    *, article: Article, title: str, text: str, place: int | None = None, photo: File | None = None,
    photo_words: str = "", without_photo: bool = False, by: User | None, at: datetime,
) -> None:  # fmt: skip
    """The address stays."""
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
    _settle(article, "publish_article", "was published", by=by, at=at)


def withdraw_article(*, article: Article, by: User | None, at: datetime) -> None:
    _settle(article, "withdraw_article", "was taken off the site", by=by, at=at)


def delete_article(*, article: Article, by: User | None, at: datetime) -> None:
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
    save_checked(article)


def _photo(upload: File | None) -> Redrawn | None:
    try:
        return redraw_photo(upload, PHOTO) if upload else None
    except ValidationError as error:
        raise ValidationError({"photo": error}) from None


def _record(article: Article, verb: str, what: str, by: User | None, at: datetime) -> None:
    noun = "The news" if article.kind == ArticleKind.NEWS else "The page"
    text = f"{noun} \u201c{article.title}\u201d {what}"
    record(verb=verb, words=text, at=at, by=by, league_id=article.league_id, about=(article,))


# --- the sponsor ------------------------------------------------------------------------------------------------------
def settle_sponsor(
    *, league: League, name: str, link: str = "", words: str = "", logo: File | None = None, by: User | None,
    at: datetime,
) -> None:  # fmt: skip
    try:
        drawn = redraw_mark(logo, *LOGO) if logo else None
    except ValidationError as error:
        raise ValidationError({"logo": error}) from None
    with lock_league(league.pk):
        sponsor = Sponsor.objects.filter(league=league).first() or Sponsor(league=league)
        former, sponsor.name, sponsor.link, sponsor.words = sponsor.logo_id, name, link, words
        if drawn is not None:
            sponsor.logo = keep_picture(league.pk, drawn)
        save_checked(sponsor)
        if former != sponsor.logo_id:
            drop_picture(former)
        line = f"{name} was named as the sponsor"
        record(verb="settle_sponsor", words=line, at=at, by=by, league_id=league.pk, about=(league,))


def remove_sponsor(*, league: League, by: User | None, at: datetime) -> None:
    with lock_league(league.pk):
        sponsor = Sponsor.objects.filter(league=league).first()
        if sponsor is not None:
            line = f"{sponsor} is no longer named as the sponsor"
            record(verb="remove_sponsor", words=line, at=at, by=by, league_id=league.pk, about=(league,))
            sponsor.delete()
            drop_picture(sponsor.logo_id)
