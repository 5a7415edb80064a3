"""Every address of the site. Within a league the fixed words come first and a team's own name last."""

from functools import cached_property
from importlib import import_module

from django.conf import settings
from django.contrib import admin
from django.urls import Resolver404, ResolverMatch, URLPattern, URLResolver, include, path
from django.urls.resolvers import RoutePattern

from league.pages.urls import OFTEN
from league.teams.choices import SITE_WORDS


class LeagueAddresses(URLResolver):
    """The addresses within leagues. Of some 500 only those are tried, in their order, that can begin as a path does.

    That is with the same word after the league's name, or with a day or a team, if the word can be one.
    """

    def resolve(self, path: str) -> ResolverMatch:
        league, _, rest = str(path).partition("/")
        if league in SITE_WORDS:
            raise Resolver404({"path": path})
        word = rest.partition("/")[0]
        can_begin = tuple(first for first, pattern in self._open.items() if pattern.match(word))
        key = (word, *can_begin) if word in self._fixed else can_begin
        if key not in self._narrowed:
            self._narrowed[key] = URLResolver(
                self.pattern, [each for each in self.url_patterns if _first_part(each) in key]
            )
        return self._narrowed[key].resolve(path)

    @cached_property
    def _fixed(self) -> frozenset[str]:
        return frozenset(part for part in map(_first_part, self.url_patterns) if "<" not in part)

    @cached_property
    def _open(self) -> dict[str, RoutePattern]:
        parts = map(_first_part, self.url_patterns)
        return {part: RoutePattern(part, is_endpoint=True) for part in parts if "<" in part}

    @cached_property
    def _narrowed(self) -> dict[tuple[str, ...], URLResolver]:
        return {}


def _first_part(address: URLPattern | URLResolver) -> str:
    return str(address.pattern).partition("/")[0]


APPS = (
    *("documents", "importexport", "privacy", "notifications", "following", "treasury", "webhooks", "screens"),
    *("builder", "availability", "lineups", "results", "agm", "standings", "cups", "schedule", "noticeboard", "teams"),
    "pages",
)
# In this order they are tried where several can begin alike: first what is asked for at every tap, and by most people.
IN_LEAGUE = [
    *import_module("league.live.urls").urlpatterns,
    *OFTEN,
    *(each for app in APPS for each in import_module(f"league.{app}.urls").urlpatterns),
]
urlpatterns = [
    LeagueAddresses(RoutePattern("<slug:league>/"), IN_LEAGUE),
    path("", include("league.notifications.site_urls")),
    path("accounts/", include("league.accounts.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("league.pages.site_urls")),
    path("", include("league.teams.site_urls")),
    path("", include("league.live.site_urls")),
    path("", include("league.screens.site_urls")),
    path("", include("league.privacy.site_urls")),
    path("", include("league.importexport.site_urls")),
    path("", include("league.operations.site_urls")),
    path("", include("league.api.site_urls")),
]
if settings.DEMO:
    urlpatterns.insert(0, path("demo/", include("league.teams.demo_urls")))

handler400 = "league.pages.views.site.bad_request"
handler403 = "league.pages.views.site.forbidden"
handler404 = "league.pages.views.site.not_found"
handler500 = "league.pages.views.site.server_error"
