"""Addresses of a league's news (news/…), of the pages about it (about/…), and of its sponsor."""

from django.urls import path

from league.teams.choices import ArticleKind
from league.teams.views import noticeboard as views

PLACES = ((ArticleKind.NEWS, "news"), (ArticleKind.PAGE, "about"))
PAGES = (
    ("", views.articles, "list"),
    ("new/", views.new_article, "new"),
    ("<slug:article>/", views.article, "item"),
    ("<slug:article>/details/", views.article_details, "details"),
    ("<slug:article>/publication/", views.publication, "publication"),
    ("<slug:article>/withdrawal/", views.withdrawal, "withdrawal"),
    ("<slug:article>/removal/", views.removal, "removal"),
)

urlpatterns = [
    *(
        path(f"{first}/{rest}", view, {"kind": kind.value}, name=f"{kind.value}-{name}")
        for kind, first in PLACES
        for rest, view, name in PAGES
    ),
    path("settings/sponsor/", views.sponsor, name="league-sponsor"),
    path("settings/sponsor/removal/", views.sponsor_removal, name="remove-sponsor"),
]
