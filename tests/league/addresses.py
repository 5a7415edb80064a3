"""Who may open every address of the site, and what those who may are answered: the one written table of it.

A row is an address as the URLconf has it. Those who may not open it are answered by one rule: nobody signed in is
sent to sign in (302), anybody else is told no (403). `get` and `post` are what everybody else is answered; `post` is
with an empty form and a CSRF token, so 422 is a form that says what is missing.
"""

from dataclasses import dataclass, field
from typing import Any

from django.urls import URLPattern, get_resolver

PRINCIPALS = (
    "nobody",  # not signed in
    "stranger",  # signed in, with no role anywhere
    "home",  # captain of Crown A
    "away",  # captain of Bell
    "other",  # captain of a third team of the league
    "guest",  # captain of a team of another league
    "results",  # results officer
    "co-ordinator",  # of knock-outs
    "treasurer",
    "secretary",
    "guest secretary",  # of another league
    "admin",  # of the site
    "former",  # was captain of Crown A until a minute ago, and is still signed in
)

EVERYBODY = frozenset(PRINCIPALS)
SIGNED_IN = EVERYBODY - {"nobody"}
ADMIN = frozenset({"admin"})
SECRETARY = ADMIN | {"secretary"}
OFFICERS = SECRETARY | {"results"}
HOME = frozenset({"home"})
SIDES = HOME | {"away"}
CAPTAINS = SIDES | {"other"}
MATCH = SIDES | OFFICERS
RUNS_CUPS = SECRETARY | {"co-ordinator"}
KEEPS_MONEY = ADMIN | {"treasurer"}
READS_MONEY = SECRETARY | KEEPS_MONEY
CONTACTS = CAPTAINS | OFFICERS | RUNS_CUPS | KEEPS_MONEY
SQUAD = HOME | OFFICERS
SQUAD_CHANGES = HOME | SECRETARY


@dataclass(frozen=True)
class Page:
    """`match` and `pk` say which row of the world the address names; `but` are answers of single principals."""

    who: frozenset[str]
    get: int = 200
    post: int = 405
    match: str = "sent"
    pk: str = ""
    but: dict[str, tuple[int, int]] = field(default_factory=dict)
    swap: dict[str, str] = field(default_factory=dict)

    def expected(self, principal: str) -> tuple[int, int]:
        if principal in self.but:
            return self.but[principal]
        if principal in self.who:
            return self.get, self.post
        if principal == "nobody":
            return 302, 302
        # A page that takes no GET or no POST says so before it looks at who asks.
        return tuple(405 if answer == 405 else 403 for answer in (self.get, self.post))  # type: ignore[return-value]


def form(who, **rest) -> Page:
    return Page(who, 200, 422, **rest)


def form_elsewhere(who, **rest) -> Page:
    """A form that stands on another page, to which its own address leads."""
    return Page(who, 301, 422, **rest)


def button(who, **rest) -> Page:
    """A page with nothing to fill in: pressing the button does it and leads on."""
    return Page(who, 200, 302, **rest)


def post_only(who, post: int = 302, **rest) -> Page:
    return Page(who, 405, post, **rest)


LEAGUE = "<slug:league>/"
SETTING_UP = f"{LEAGUE}season/<slug:season>/"
LISTS = f"{SETTING_UP}lists/"
LIST = f"{LISTS}<int:number>/"
CARD = f"{LEAGUE}<day:night>/<slug:match>/"
FIXTURE = f"{LEAGUE}<day:on>/<slug:match>/"
GAME = f"{FIXTURE}live/games/<int:line>-<int:game>"
CUP = f"{LEAGUE}cups/<slug:season>/<slug:cup>/"
ENTRANT = f"{CUP}entries/<int:pk>/"
TIE = f"{CUP}ties/<slug:tie>/"
OPEN_CUP = {"cup": "open"}
FINALS = f"{LEAGUE}finals/<slug:season>/<slug:night>/"
ON_FINALS = {"night": "finals"}
GROUPED = {"cup": "grouped"}
SQUADS = f"{LEAGUE}squads/<slug:team>/"
TEAM_SHEET = f"{SQUADS}availability/<day:on>/<slug:match>/"
OWN_LINK = {"token": "own"}
OPEN_CODE = {"code": "open-code"}
FOLLOW_LINK = {"token": "follow"}
WEEKLY_LINK = {"token": "weekly"}

SITE = {
    "": Page(EVERYBODY),
    "favicon.ico": Page(EVERYBODY, 302),
    "help/": Page(EVERYBODY),
    "privacy/": Page(EVERYBODY),
    "accessibility/": Page(EVERYBODY, 301),
    "play/": Page(EVERYBODY),
    "play/puzzles/": Page(EVERYBODY, 302),
    "play/puzzles/today/": Page(EVERYBODY, 301),
    "play/puzzles/<int:number>/": Page(EVERYBODY),
    "rules/": Page(EVERYBODY),
    "rules/check/": Page(EVERYBODY, 301, 422),
    "rules/strategy/": Page(EVERYBODY, 301),
    "rules/<str:key>/": Page(EVERYBODY),
    "healthz": Page(EVERYBODY, 200, 200),
    "readyz": Page(EVERYBODY, 200, 200),
    "status/": Page(EVERYBODY, 301),
    "style/": Page(ADMIN),
    "style/theme/": post_only(EVERYBODY),
    "style/<slug:digest>.css": Page(EVERYBODY),
    "m/": form(EVERYBODY),
    "m/<slug:code>/": Page(EVERYBODY, 302),
    "m/<slug:code>/send/": Page(EVERYBODY, swap=OPEN_CODE),
    "m/<slug:code>/card/": Page(EVERYBODY, 200, 409, swap=OPEN_CODE),  # it is being scored
    "m/<slug:code>/score/": Page(EVERYBODY, 200, 409, swap=OPEN_CODE),
    "m/<slug:code>/photo/": form(EVERYBODY, swap=OPEN_CODE),
    "m/<slug:code>/sent/<str:receipt>/": Page(EVERYBODY, 404),  # of a captain's card
    "me/": form(SIGNED_IN),
    "me/start/": Page(SIGNED_IN, 302),
    "invitation/<str:token>/": Page(EVERYBODY),
    "invitation/<str:token>/renewal/": Page(EVERYBODY, 301, 302),
    "me/invitation/": Page(EVERYBODY),
    "join/<str:token>/": form(EVERYBODY, swap={"token": "join"}),
    "join/<str:token>/received/": Page(EVERYBODY, swap={"token": "join"}),
    "leagues/new/": form(ADMIN),
    "leagues/archive/": form(ADMIN),
    "leagues/archive/<int:pk>/": Page(ADMIN, pk="leagues/archive/"),
    "leagues/archive/<int:pk>/cancellation/": post_only(ADMIN, pk="leagues/archive/"),
    "console/": Page(ADMIN),
    "demo/": Page(EVERYBODY),
    # A link that nobody gave, and a page on no match: each says so.
    "s/<str:token>/": Page(EVERYBODY, 410),
    "scorer.webmanifest": Page(EVERYBODY, 404),
    "push/worker.js": Page(EVERYBODY),
    "sw.js": Page(EVERYBODY),
    "robots.txt": Page(EVERYBODY),
    "sitemap.xml": Page(EVERYBODY),
    "sitemap-site.xml": Page(EVERYBODY),
    "offline/": Page(EVERYBODY),
    "offline/sent/": Page(EVERYBODY),
    "offline/worker.js": Page(EVERYBODY),
    "texts/": Page(EVERYBODY, 405, 404),
    "demo/<int:pk>/": post_only(EVERYBODY, pk="person"),
}

PUBLIC = {
    LEAGUE: Page(EVERYBODY),
    f"{LEAGUE}sitemap.xml": Page(EVERYBODY),
    f"{LEAGUE}site.webmanifest": Page(EVERYBODY),
    f"{LEAGUE}table/": Page(EVERYBODY),
    f"{LEAGUE}table/<slug:division>/": Page(EVERYBODY),
    f"{LEAGUE}table/<slug:division>/print/": Page(EVERYBODY, 301),
    f"{LEAGUE}tonight/": Page(EVERYBODY),
    f"{LEAGUE}me/": Page(EVERYBODY, 200, 302),
    f"{LEAGUE}my-team/": Page(EVERYBODY, 301, 302),
    f"{LEAGUE}puzzles/": Page(EVERYBODY, 301),
    # No game of the league was counted by tiles.
    f"{LEAGUE}puzzles/<int:number>/": Page(EVERYBODY, 301),
    f"{LEAGUE}tv/": Page(EVERYBODY, 301),
    f"{CARD}live/": Page(EVERYBODY),
    f"{CARD}live/overlay/": Page(EVERYBODY),
    f"{CARD}live/state/": Page(EVERYBODY),
    f"{CARD}live/events/": Page(EVERYBODY, 405, 401),  # by its pass alone, whoever is signed in
    f"{CARD}live/image-<int:head>.jpg": Page(EVERYBODY),
    f"{GAME}/": Page(EVERYBODY, match="fresh"),
    f"{GAME}/record.txt": Page(EVERYBODY, match="fresh"),
    f"{LEAGUE}seasons/": Page(EVERYBODY),
    f"{LEAGUE}seasons/all-time/": Page(EVERYBODY, 301),
    f"{LEAGUE}seasons/<slug:season>/table/<slug:division>/": Page(EVERYBODY, 301),
    f"{LEAGUE}seasons/<slug:season>/report/": Page(EVERYBODY),
    f"{LEAGUE}fixtures/": Page(EVERYBODY),
    f"{LEAGUE}fixtures/<day:on>/": Page(EVERYBODY),
    f"{LEAGUE}fixtures/<day:on>/share/": Page(EVERYBODY, 301),
    f"{LEAGUE}fixtures/<day:on>/player/": Page(EVERYBODY, 301),
    f"{LEAGUE}fixtures/<month:month>/": Page(EVERYBODY, 301),
    f"{LEAGUE}fixtures/clashes/": Page(EVERYBODY, 301),
    f"{LEAGUE}seasons/<slug:season>/fixtures/": Page(EVERYBODY, 301),
    **{
        f"{LEAGUE}{season}fixtures/{rest}": Page(EVERYBODY, 301)
        for season in ("", "seasons/<slug:season>/")
        for rest in (
            *("night/", "month/", "grid/", "grid/<slug:division>/"),
            *("teams/", "teams/<slug:team>/", "venues/", "venues/<slug:venue>/"),
        )
    },
    f"{LEAGUE}teams/": Page(EVERYBODY),
    f"{LEAGUE}players/": Page(EVERYBODY),
    f"{LEAGUE}players/<slug:player>/": Page(EVERYBODY),
    f"{LEAGUE}players/<slug:player>/others/": Page(EVERYBODY, 301),
    f"{LEAGUE}players/<slug:player>/against/<slug:other>/": Page(EVERYBODY, 301),
    f"{LEAGUE}players/<slug:player>/pegging/": Page(EVERYBODY, 301),
    f"{LEAGUE}teams/<slug:team>/against/": Page(EVERYBODY, 301),
    f"{LEAGUE}teams/<slug:team>/against/<slug:other>/": Page(EVERYBODY, 301, swap={"other": "rival"}),
    **{
        f"{LEAGUE}{season}averages/{rest}": Page(EVERYBODY, 301 if season or rest else 200)
        for season in ("", "seasons/<slug:season>/")
        for rest in ("", "improved/", "<slug:division>/")
    },
    f"{LEAGUE}venues/": Page(EVERYBODY, 301),
    f"{LEAGUE}venues/<slug:venue>/": Page(EVERYBODY),
    f"{LEAGUE}rule-book/": Page(EVERYBODY),
    f"{LEAGUE}settings/technical/": Page(EVERYBODY),
    f"{LEAGUE}play/": Page(EVERYBODY, 301),
    f"{LEAGUE}search/": Page(EVERYBODY),
    FIXTURE: Page(EVERYBODY),
    f"{LEAGUE}<slug:team>/": Page(EVERYBODY),
}

CARDS = {
    f"{LEAGUE}your-match/": Page(CAPTAINS),
    f"{CARD}card/": Page(MATCH, 302, match="fresh"),
    f"{CARD}card/players/": form(MATCH, match="fresh"),
    f"{CARD}card/lines/<int:page>/": form(MATCH, match="fresh"),
    f"{CARD}card/score/": form(MATCH, match="fresh"),
    # Remarks may be left empty: an empty page is a page filled in.
    f"{CARD}card/notes/": button(MATCH, match="fresh"),
    f"{CARD}card/check/": form(MATCH, match="fresh"),
    f"{CARD}card/receipts/<str:receipt>/": Page(MATCH),
    f"{CARD}card/message/": form(MATCH, match="fresh"),
    f"{CARD}card/message/cards/": Page(MATCH, 302, 422, match="fresh"),
    f"{CARD}card/photo/": form(MATCH),
    f"{CARD}card/photo/<int:pk>/": Page(MATCH, pk="card/photo/"),
    f"{CARD}card/photo/<int:pk>/flat/": Page(MATCH, pk="card/photo/"),
    # What is not sure may be left open.
    f"{CARD}card/photo/<int:pk>/reading/": button(MATCH, pk="card/photo/"),
    f"{CARD}card/photo/<int:pk>/reading/again/": post_only(MATCH, pk="card/photo/"),
    # The post names no receipt, so there is no card that it could answer. The sender looks at nobody else's card.
    f"{CARD}confirmation/": Page(SIDES, 200, 404, but={"home": (302, 404)}),
    f"{CARD}dispute/": form(SIDES, but={"home": (302, 302)}),
    f"{CARD}protest/": form(SIDES),
    f"{CARD}protest/answer/": form(OFFICERS),
    f"{CARD}decision/": form(OFFICERS, match="disputed"),
    f"{CARD}forfeit/": Page(OFFICERS, 302, 302),
    f"{CARD}correction/": Page(OFFICERS, 301, 302),
    f"{CARD}award/": Page(OFFICERS, 301, 422),
    f"{CARD}restoration/": Page(OFFICERS, 301, 422),
    # It is open to whoever came by a scorer link, so it sends people to sign in by itself.
    f"{CARD}score/": Page(MATCH, but={"nobody": (302, 405)}),
    f"{CARD}live/card/": button(MATCH, match="fresh"),
    f"{CARD}live/games/<int:line>-<int:game>/tracks/": form(MATCH, match="fresh"),
    f"{CARD}live/links/": form(MATCH, match="fresh"),
    f"{CARD}live/links/<int:pk>/revocation/": Page(MATCH, 301, 302, pk="live/links/"),
}

FIXTURES = {
    f"{LEAGUE}fixtures/<day:night>/postponement/": form_elsewhere(SECRETARY),
    f"{FIXTURE}postponement/": Page(SECRETARY, 301, 422, match="later"),
    f"{FIXTURE}arrangement/": form(SECRETARY, match="later"),
    f"{FIXTURE}voiding/": Page(SECRETARY, 301, 422, match="later"),
    f"{FIXTURE}reinstatement/": Page(SECRETARY, 301, 422, match="void"),
    f"{FIXTURE}move-request/": form(SIDES, match="later"),
    f"{LEAGUE}move-requests/<int:pk>/agreement/": post_only(HOME, pk="move-requests/"),
    f"{LEAGUE}move-requests/<int:pk>/objection/": post_only(HOME, pk="move-requests/"),
    f"{LEAGUE}move-requests/<int:pk>/acceptance/": form(HOME, pk="move-requests/"),
    f"{LEAGUE}move-requests/<int:pk>/withdrawal/": post_only(SIDES - HOME, pk="move-requests/"),
    # A match may be moved to a date that is still to be agreed: nothing has to be filled in.
    f"{LEAGUE}move-requests/<int:pk>/granting/": Page(SECRETARY, 301, 302, pk="move-requests/"),
    f"{LEAGUE}move-requests/<int:pk>/refusal/": Page(SECRETARY, 301, 422, pk="move-requests/"),
    f"{LEAGUE}season/": Page(SECRETARY),
    f"{LEAGUE}season/new/": Page(SECRETARY, 301, 422),
    SETTING_UP: Page(SECRETARY),
    f"{SETTING_UP}days/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}divisions/": form(SECRETARY),
    f"{SETTING_UP}divisions/<slug:division>/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}divisions/<slug:division>/removal/": Page(SECRETARY, 301, 302, swap={"division": "quiet"}),
    f"{SETTING_UP}teams/": form(SECRETARY),
    f"{SETTING_UP}teams/<slug:team>/withdrawal/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}teams/<slug:team>/restoration/": Page(SECRETARY, 301, 422, swap={"team": "swan"}),
    f"{SETTING_UP}moving/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}mending/": Page(SECRETARY),
    f"{SETTING_UP}mending/pub/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}mending/rest/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}mending/late-team/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}mending/<slug:division>/split/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}mending/<slug:division>/shields/": form(SECRETARY),
    f"{LIST}changes/": form(SECRETARY, swap={"number": "mended"}),
    f"{SETTING_UP}opening/": Page(SECRETARY, 301, 302, swap={"season": "spare"}),
}

NIGHTS_AND_WISHES = {
    f"{SETTING_UP}nights/": form(SECRETARY),
    f"{SETTING_UP}nights/<day:on>/leaving-out/": post_only(SECRETARY),
    f"{SETTING_UP}nights/<day:on>/opening/": post_only(SECRETARY),
    f"{SETTING_UP}nights/bank-holidays/": post_only(SECRETARY),
    f"{SETTING_UP}nights/country/": form_elsewhere(SECRETARY),
    f"{SETTING_UP}nights/left-out/<int:pk>/removal/": post_only(SECRETARY, pk="nights/left-out/"),
    f"{SETTING_UP}nights/divisions/<slug:division>/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}wishes/": Page(SECRETARY),
    f"{SETTING_UP}wishes/matches/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}wishes/matches/<int:pk>/removal/": post_only(SECRETARY, pk="wishes/matches/"),
    f"{SETTING_UP}wishes/prices/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}wishes/teams/<slug:team>/": Page(SECRETARY),
    # The league's own night is an answer, so an empty page is a page filled in.
    f"{SETTING_UP}wishes/teams/<slug:team>/night/": Page(SECRETARY, 301, 302),
    f"{SETTING_UP}wishes/teams/<slug:team>/<slug:kind>/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}wishes/<int:pk>/": Page(SECRETARY, 301, 422, pk="wishes/"),
    f"{SETTING_UP}wishes/<int:pk>/removal/": post_only(SECRETARY, pk="wishes/"),
    f"{SETTING_UP}check/": Page(EVERYBODY, 301),
}

FIXTURE_LISTS = {
    LISTS: Page(SECRETARY),
    f"{LISTS}new/": Page(SECRETARY, 301, 422),
    f"{LISTS}plain/": post_only(SECRETARY),
    f"{LISTS}file/": Page(SECRETARY, 301, 422),
    f"{LISTS}comparison/": Page(SECRETARY),
    LIST: Page(SECRETARY),
    # A list need not have a name.
    f"{LIST}name/": button(SECRETARY),
    f"{LIST}copy/": post_only(SECRETARY),
    f"{LIST}removal/": button(SECRETARY),
    f"{LIST}cancellation/": post_only(SECRETARY),
    f"{LIST}ways/<int:way>/": post_only(SECRETARY),
    f"{LIST}list.csv": Page(SECRETARY),
    f"{LIST}hand/": Page(SECRETARY),
    # Which match is not said, so that the page leads back to all of them.
    f"{LIST}hand/change/": Page(SECRETARY, 302, 302),
    f"{LIST}locks/": post_only(SECRETARY),
    f"{LIST}locks/removal/": post_only(SECRETARY),
    # The season has begun, and the list is not the published one.
    f"{LIST}publication/": form(SECRETARY),
    f"{LIST}retraction/": form(SECRETARY),
}

SEASONS_END = {
    f"{SETTING_UP}end/": Page(SECRETARY),
    f"{SETTING_UP}end/closing/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}end/papers/": Page(SECRETARY, 301, 302),
    f"{SETTING_UP}end/reopening/": Page(SECRETARY, 301, 422),
    f"{SETTING_UP}end/places/": form(SECRETARY),
    f"{SETTING_UP}end/play-off/<slug:division>/": form(SECRETARY),
    f"{SETTING_UP}next/": form(SECRETARY),
    f"{SETTING_UP}undoing/": Page(SECRETARY, 301, 422, swap={"season": "spare"}),
}

HISTORY = {
    f"{LEAGUE}history/": Page(OFFICERS),
    f"{LEAGUE}history/check/": Page(EVERYBODY, 301),
    **{
        f"{of}history/": Page(EVERYBODY, 301)
        for of in (FIXTURE, SETTING_UP, f"{LEAGUE}players/<slug:player>/", f"{LEAGUE}<slug:team>/")
    },
}

DESK = {
    f"{LEAGUE}inbox/": Page(OFFICERS | RUNS_CUPS),
    f"{LEAGUE}paste/": form(OFFICERS),
    f"{LEAGUE}paste/cards/": form_elsewhere(OFFICERS),
    f"{LEAGUE}paste/shared/": Page(CAPTAINS | OFFICERS, 200, 200),
    f"{LEAGUE}paste/received/<int:pk>/": Page(HOME | OFFICERS, pk="paste/received/"),
    f"{LEAGUE}jobs/": Page(EVERYBODY, 301),
    # Long work that the captain of Crown A asked for.
    f"{LEAGUE}jobs/<int:pk>/": Page(HOME | SECRETARY, pk="jobs/"),
    f"{LEAGUE}jobs/<int:pk>/cancellation/": post_only(HOME | SECRETARY, pk="jobs/"),
    f"{LEAGUE}jobs/<int:pk>/repetition/": post_only(HOME | SECRETARY, pk="jobs/"),
    f"{LEAGUE}adjustments/": Page(SECRETARY),
    f"{LEAGUE}adjustments/new/": form_elsewhere(SECRETARY),
    f"{LEAGUE}adjustments/<int:pk>/revocation/": form_elsewhere(SECRETARY, pk="adjustments/"),
    f"{LEAGUE}people/": Page(OFFICERS),
    f"{LEAGUE}people/invitations/new/": form_elsewhere(SECRETARY),
    f"{LEAGUE}people/join-links/": Page(SECRETARY),
    f"{LEAGUE}people/join-links/making/": post_only(SECRETARY),
    f"{LEAGUE}people/join-links/<int:pk>/renewal/": post_only(SECRETARY, pk="people/join-links/"),
    f"{LEAGUE}people/join-links/<int:pk>/revocation/": post_only(SECRETARY, pk="people/join-links/"),
    f"{LEAGUE}people/requests/": Page(SECRETARY),
    # Posted without anybody who is meant, it leads back to those who wait.
    f"{LEAGUE}people/requests/approval/": post_only(SECRETARY),
    f"{LEAGUE}people/requests/<int:pk>/refusal/": post_only(SECRETARY, pk="people/requests/"),
    f"{LEAGUE}officers/": Page(EVERYBODY, 301),
    f"{LEAGUE}officers/details/": form_elsewhere(SECRETARY),
    f"{LEAGUE}contacts/": Page(CONTACTS),
    f"{LEAGUE}roles/<int:pk>/invitation/": post_only(SECRETARY, pk="roles/<int:pk>/invitation/"),
    f"{LEAGUE}roles/<int:pk>/ending/": Page(SECRETARY, 301, 302, pk="roles/<int:pk>/ending/"),
    f"{LEAGUE}squads/": Page(OFFICERS | CAPTAINS, but=dict.fromkeys(CAPTAINS, (302, 405))),  # to the squad of their own
    SQUADS: Page(SQUAD),
    f"{SQUADS}registrations/new/": form_elsewhere(SQUAD_CHANGES),
    f"{SQUADS}registrations/<int:pk>/leaving/": form_elsewhere(SQUAD_CHANGES, pk="registrations/<int:pk>/leaving/"),
    f"{LEAGUE}availability/": Page(CAPTAINS),
    # By the link alone: nothing that is sent empty is an answer.
    f"{LEAGUE}availability/<str:token>/": form(EVERYBODY, swap=OWN_LINK),
    f"{LEAGUE}availability/<str:token>/away/": form_elsewhere(EVERYBODY, swap=OWN_LINK),
    f"{LEAGUE}availability/<str:token>/away/<int:pk>/removal/": post_only(EVERYBODY, pk="away/", swap=OWN_LINK),
    f"{LEAGUE}availability/<str:token>/renewal/": post_only(EVERYBODY, swap=OWN_LINK),
    f"{SQUADS}availability/": Page(HOME),
    f"{SQUADS}availability/settings/": form_elsewhere(SQUAD_CHANGES),
    f"{SQUADS}availability/links/": Page(EVERYBODY, 301),
    f"{SQUADS}availability/links/<int:pk>/renewal/": post_only(HOME, pk="away/player"),
    f"{SQUADS}availability/links/<int:pk>/revocation/": post_only(HOME, pk="away/player"),
    # Nobody ticked is no team, and no night is none.
    TEAM_SHEET: button(HOME, match="later"),
    f"{TEAM_SHEET}answers/": post_only(HOME, match="later"),
    f"{TEAM_SHEET}reserve/": form(HOME, match="later"),
    f"{TEAM_SHEET}nights/": button(HOME, match="later"),
    f"{FIXTURE}draw/": Page(EVERYBODY, match="later"),
    f"{FIXTURE}draw/order/": form(SIDES, match="later"),
    f"{FIXTURE}draw/paper/": post_only(SIDES, match="later"),
    f"{SQUADS}join-link/": Page(SQUAD_CHANGES),
    f"{SQUADS}join-link/renewal/": post_only(SQUAD_CHANGES),
    f"{SQUADS}nominations/": form(SQUAD_CHANGES),
    # No colours and no new crest are an answer.
    f"{SQUADS}settings/": Page(SQUAD_CHANGES),
    f"{SQUADS}look/": Page(SQUAD_CHANGES, 301, 302),
    f"{SQUADS}look/crest/removal/": post_only(SQUAD_CHANGES),
    f"{LEAGUE}settings/look/": button(SECRETARY),
    f"{LEAGUE}settings/look/crest/removal/": post_only(SECRETARY),
    f"{LEAGUE}pictures/<int:pk>/": Page(EVERYBODY, pk="pictures/"),
    f"{SQUADS}transfers/<int:pk>/agreement/": post_only(HOME, pk="transfers/"),
    f"{LEAGUE}registrations/": Page(SECRETARY),
    f"{LEAGUE}registrations/signings/": post_only(SECRETARY),
    f"{LEAGUE}registrations/<int:pk>/approval/": form_elsewhere(SECRETARY, pk="registrations/"),
    f"{LEAGUE}registrations/<int:pk>/refusal/": form_elsewhere(SECRETARY, pk="registrations/"),
    f"{LEAGUE}transfers/<int:pk>/acceptance/": form_elsewhere(SECRETARY, pk="transfers/"),
    f"{LEAGUE}transfers/<int:pk>/refusal/": form_elsewhere(SECRETARY, pk="transfers/"),
    f"{LEAGUE}teams/new/": form_elsewhere(SECRETARY),
    f"{LEAGUE}teams/<slug:team>/details/": form_elsewhere(SECRETARY),
    f"{LEAGUE}venues/new/": form_elsewhere(SECRETARY),
    f"{LEAGUE}venues/<slug:venue>/details/": form_elsewhere(SECRETARY),
    f"{LEAGUE}venues/<slug:venue>/closures/": form_elsewhere(SECRETARY),
    f"{LEAGUE}venues/<slug:venue>/closures/<int:pk>/removal/": post_only(SECRETARY, pk="closures/"),
    f"{LEAGUE}settings/": form(SECRETARY),
    f"{LEAGUE}settings/sponsor/": Page(SECRETARY, 301, 422),
    f"{LEAGUE}settings/sponsor/removal/": post_only(SECRETARY),
    f"{LEAGUE}played-elsewhere/": Page(EVERYBODY, 301),
    f"{LEAGUE}settings/rules/": form(SECRETARY),
    f"{LEAGUE}settings/rules/file/": Page(SECRETARY),
    f"{LEAGUE}settings/rules/start/": Page(EVERYBODY, 301),
    f"{SETTING_UP}rules/": form(SECRETARY),
    f"{SETTING_UP}rules/start/": Page(EVERYBODY, 301),
    f"{SETTING_UP}divisions/<slug:division>/rules/": form(SECRETARY),
    f"{SETTING_UP}divisions/<slug:division>/rules/start/": Page(EVERYBODY, 301),
    f"{LEAGUE}duplicates/": Page(SECRETARY),
    f"{LEAGUE}duplicates/<int:pk>/undoing/": form(SECRETARY, pk="duplicates/"),
    f"{LEAGUE}players/<slug:player>/merging/<slug:other>/": form(SECRETARY),
    f"{LEAGUE}players/<slug:player>/telling-apart/<slug:other>/": post_only(SECRETARY),
}

CUPS = {
    f"{LEAGUE}cups/": Page(EVERYBODY),
    # Posted without the kind that was chosen, it is a whole form that says what is missing.
    f"{LEAGUE}cups/new/": form(RUNS_CUPS),
    CUP: Page(EVERYBODY),
    # What is now behind a tab of the cup's page, or on the page of its entries.
    **{
        f"{CUP}{noun}/": Page(EVERYBODY, 301)
        for noun in ("tv", "entries", "entries/late", "draw", "draw/<slug:which>/check", "record", "chasing", "groups")
    },
    f"{LEAGUE}honours/": Page(EVERYBODY, 301),
    f"{LEAGUE}honours/trophies/": Page(EVERYBODY, 301),
    f"{LEAGUE}honours/new/": Page(RUNS_CUPS, 301, 422),
    f"{LEAGUE}honours/lines/": Page(RUNS_CUPS, 301, 422),
    f"{LEAGUE}honours/<int:pk>/": Page(RUNS_CUPS, 301, 422, pk="honours/"),
    f"{LEAGUE}honours/<int:pk>/removal/": Page(RUNS_CUPS, 301, 422, pk="honours/"),
    f"{CUP}settings/": form(RUNS_CUPS, swap=OPEN_CUP),
    f"{CUP}dropping/": Page(RUNS_CUPS, 301, 422, swap=OPEN_CUP),
    f"{CUP}deletion/": Page(RUNS_CUPS, 301, 422, swap=OPEN_CUP),
    f"{CUP}reopening/": post_only(RUNS_CUPS),
    f"{CUP}ending/": Page(RUNS_CUPS, 301, 302),
    f"{CUP}entries/new/": Page(CAPTAINS | RUNS_CUPS, 301, 422, swap=OPEN_CUP),
    f"{ENTRANT}removal/": Page(HOME | RUNS_CUPS, 301, 302, pk="listed/", swap=OPEN_CUP),
    f"{ENTRANT}payment/": post_only(RUNS_CUPS, pk="listed/", swap=OPEN_CUP),
    f"{ENTRANT}details/": form(RUNS_CUPS, pk="listed/", swap=OPEN_CUP),
    f"{ENTRANT}substitutes/new/": form_elsewhere(RUNS_CUPS, pk="listed/", swap=OPEN_CUP),
    f"{ENTRANT}withdrawal/": form_elsewhere(RUNS_CUPS, pk="drawn/"),
    f"{CUP}draw/<slug:which>/": Page(RUNS_CUPS, 301, 422, swap=OPEN_CUP),
    f"{CUP}matches/": post_only(CAPTAINS | RUNS_CUPS),
    f"{CUP}days/": Page(RUNS_CUPS, 301, 302),
    TIE: Page(EVERYBODY),
    f"{LEAGUE}finals/new/": Page(RUNS_CUPS, 301, 422),
    FINALS: Page(EVERYBODY, swap=ON_FINALS),
    f"{FINALS}settings/": Page(RUNS_CUPS, 301, 422, swap=ON_FINALS),
    f"{FINALS}announcement/": post_only(RUNS_CUPS, swap=ON_FINALS),
    f"{FINALS}ties/<int:pk>/place/": Page(RUNS_CUPS, 301, 422, swap=ON_FINALS, pk="finals/"),
    f"{FINALS}ties/<int:pk>/freeing/": post_only(RUNS_CUPS, swap=ON_FINALS, pk="finals/"),
    **{
        f"{TIE}{noun}/": Page(RUNS_CUPS, 301, 422)
        for noun in ("score", "correction", "walkover", "replay", "disqualification", "ruling")
    },
}

OPEN_DAYS = {
    f"{CUP}groups/check/": Page(EVERYBODY, 301, swap=GROUPED),
    f"{CUP}groups/ruling/": form(RUNS_CUPS, swap=GROUPED),
    f"{CUP}deal/": form(RUNS_CUPS, swap=GROUPED),
    f"{CUP}level/<int:group>/<int:place>/": form(RUNS_CUPS, swap=GROUPED),
    # Nobody has to sit out.
    f"{CUP}rounds/new/": button(RUNS_CUPS, swap={"cup": "swiss"}),
    f"{CUP}rounds/exchange/": form(RUNS_CUPS, swap={"cup": "swiss"}),
    f"{CUP}rounds/<int:round>/": Page(EVERYBODY, swap=GROUPED),
    f"{CUP}rounds/<int:round>/scores/": form(RUNS_CUPS, swap={"cup": "swiss"}),
    f"{CUP}late-entry/": form(RUNS_CUPS, swap={"cup": "swiss"}),
    f"{CUP}leaving/": form(RUNS_CUPS, swap=GROUPED),
}

PRESS = {
    f"{LEAGUE}press/": Page(EVERYBODY, 302),
    f"{LEAGUE}press/report.txt": Page(EVERYBODY),
    f"{LEAGUE}results.atom": Page(EVERYBODY),
    # By what is on it: any other leads to that of now.
    f"{LEAGUE}fixtures/<day:on>/image-<slug:digest>.jpg": Page(EVERYBODY, 302),
    f"{LEAGUE}fixtures/<day:on>/player/image-<slug:digest>.jpg": Page(EVERYBODY, 302),
    f"{LEAGUE}table/<slug:division>/image-<slug:digest>.jpg": Page(EVERYBODY, 302),
    f"{LEAGUE}players/<slug:player>/image-<slug:digest>.jpg": Page(EVERYBODY, 302, swap={"player": "played"}),
    f"{LEAGUE}table/<slug:division>/embed/": Page(EVERYBODY),
    f"{LEAGUE}table/<slug:division>/embedding/": Page(EVERYBODY, 301),
}

CALENDARS = {
    f"{LEAGUE}calendar/": Page(EVERYBODY, 200, 403, but=dict.fromkeys(CONTACTS, (200, 422))),
    f"{LEAGUE}calendar/links/": Page(EVERYBODY, 301),
    # The secretary may take back anybody's.
    f"{LEAGUE}calendar/links/<int:pk>/revocation/": Page(HOME | SECRETARY, 302, 302, pk="calendar/links/"),
    f"{LEAGUE}calendar/<str:token>.ics": Page(EVERYBODY, swap={"token": "feed"}),
    f"{LEAGUE}calendar.ics": Page(EVERYBODY),
    f"{LEAGUE}table/<slug:division>/calendar.ics": Page(EVERYBODY),
    f"{LEAGUE}venues/<slug:venue>/calendar.ics": Page(EVERYBODY),
    f"{CUP}calendar.ics": Page(EVERYBODY),
    f"{CARD}calendar.ics": Page(EVERYBODY),
    f"{LEAGUE}<slug:team>/calendar.ics": Page(EVERYBODY),
}

PRIVACY = {
    f"{LEAGUE}privacy/": Page(SECRETARY),
    f"{LEAGUE}privacy/mine/": Page(EVERYBODY, 301),
    f"{LEAGUE}privacy/mine/copy/": post_only(SIGNED_IN, 200),
    f"{LEAGUE}privacy/players/<slug:player>/": Page(SECRETARY),
    f"{LEAGUE}privacy/players/<slug:player>/copy/": post_only(SECRETARY, 200),
    f"{LEAGUE}privacy/players/<slug:player>/erasure/": form(SECRETARY),
    # Nobody is under 18 unless it is ticked.
    f"{LEAGUE}privacy/players/<slug:player>/age/": button(SECRETARY),
    f"{LEAGUE}privacy/accounts/<int:pk>/": Page(SECRETARY, pk="privacy/accounts/"),
    f"{LEAGUE}privacy/accounts/<int:pk>/copy/": post_only(SECRETARY, 200, pk="privacy/accounts/"),
    f"{LEAGUE}privacy/accounts/<int:pk>/erasure/": form(SECRETARY, pk="privacy/accounts/"),
}

PAPER = {
    f"{LEAGUE}fixtures.csv": Page(EVERYBODY),
    f"{LEAGUE}seasons/<slug:season>/fixtures.csv": Page(EVERYBODY),
    f"{LEAGUE}seasons/<slug:season>/report.pdf": Page(EVERYBODY),
    f"{CUP}bracket-<slug:paper>.pdf": Page(EVERYBODY),
    f"{CARD}blank-card.pdf": Page(EVERYBODY),
    f"{CARD}result-card.pdf": Page(EVERYBODY),
    f"{LEAGUE}print/": Page(EVERYBODY),
    # An empty form asks for everything that is still to be played.
    f"{LEAGUE}print/booklet/": Page(EVERYBODY, 301, 422),
    f"{LEAGUE}seasons/<slug:season>/booklet/": Page(EVERYBODY, 301, 422),
    f"{LEAGUE}print/cards/": Page(EVERYBODY, 301, 302),
    f"{LEAGUE}print/papers/<slug:made>/": Page(EVERYBODY),
    f"{LEAGUE}print/papers/<slug:made>.pdf": Page(EVERYBODY),
    f"{LEAGUE}print/papers/<slug:made>/cancellation/": post_only(EVERYBODY),
    f"{LEAGUE}print/papers/<slug:made>/repetition/": post_only(EVERYBODY),
    f"{LEAGUE}print/<slug:size>/tonight.pdf": Page(EVERYBODY),
    f"{LEAGUE}print/<slug:size>/nights/<day:on>.pdf": Page(EVERYBODY),
    f"{LEAGUE}print/<slug:size>/tables/<slug:division>.pdf": Page(EVERYBODY),
    f"{LEAGUE}print/<slug:size>/fixtures/<slug:division>.pdf": Page(EVERYBODY),
    f"{LEAGUE}print/<slug:size>/teams/<slug:team>.pdf": Page(EVERYBODY),
    f"{LEAGUE}print/<slug:size>/venues/<slug:venue>.pdf": Page(EVERYBODY),
    f"{LEAGUE}print/labels/<slug:labels>/teams.pdf": Page(EVERYBODY),
    f"{LEAGUE}print/labels/<slug:labels>/<day:on>.pdf": Page(EVERYBODY, match="later"),
    f"{LEAGUE}print/registration-form.pdf": Page(EVERYBODY),
    f"{LEAGUE}print/contact-sheet.pdf": Page(OFFICERS),
    f"{LEAGUE}print/join-links.pdf": Page(SECRETARY),
    f"{SQUADS}join-link.pdf": Page(SQUAD_CHANGES),
    f"{SQUADS}registration-form.pdf": Page(SQUAD),
}

SHEETS = {
    f"{LEAGUE}spreadsheets/": Page(EVERYBODY),
    **{
        f"{LEAGUE}spreadsheets/{name}.{form}": Page(who)
        for who, names in (
            (
                EVERYBODY,
                (
                    "table",
                    "all-tables",
                    "matches",
                    "results",
                    "players",
                    "averages",
                    "teams",
                    "venues",
                    "entries",
                    "honours",
                    "adjustments",
                ),
            ),
            (OFFICERS, ("registrations", "contacts")),
        )
        for name in names
        for form in ("csv", "xlsx")
    },
}

NO_MATCH = {"fixture": "line", "entry": "line"}
POST = {
    f"{LEAGUE}messages/": Page(SECRETARY),
    f"{LEAGUE}messages/<int:pk>/": Page(SECRETARY, pk="messages/"),
    f"{LEAGUE}messages/<int:pk>/repetition/": post_only(SECRETARY, pk="messages/"),
    # To want nothing is an answer.
    f"{LEAGUE}what-we-send/": Page(SIGNED_IN, 301, 302),
    f"{LEAGUE}what-we-send/phones/": post_only(SIGNED_IN),
    f"{LEAGUE}what-we-send/phones/removal/": post_only(SIGNED_IN),
    f"{LEAGUE}what-we-send/texts/": post_only(SIGNED_IN),
    # A token of something else, whoever shows it.
    f"{LEAGUE}unsubscribe/<str:token>/": Page(EVERYBODY, 410, 410),
    f"{LEAGUE}notices/": form(CAPTAINS | SECRETARY),
    f"{LEAGUE}notices/new/": Page(EVERYBODY, 301),
    f"{LEAGUE}late-cards/": Page(SECRETARY),
    # There is no match of that number.
    f"{LEAGUE}late-cards/<int:fixture>-<int:entry>/penalty/": post_only(SECRETARY, 404, swap=NO_MATCH),
    f"{LEAGUE}late-cards/<int:fixture>-<int:entry>/lenience/": post_only(SECRETARY, 404, swap=NO_MATCH),
}

FOLLOWING = {
    # A browser that says nothing of itself follows nothing.
    f"{LEAGUE}follow/": form(EVERYBODY),
    f"{LEAGUE}follow/teams/<slug:team>/": Page(EVERYBODY, 301, 422),
    # Players and cups are followed by messages alone, and this site sends none to phones.
    f"{LEAGUE}follow/players/<slug:player>/": Page(EVERYBODY, 302, 422),
    f"{LEAGUE}follow/cups/<slug:season>/<slug:cup>/": Page(EVERYBODY, 302, 422),
    # By the link alone; what ends something is asked here with a token of something else.
    f"{LEAGUE}following/<str:token>/": form(EVERYBODY, swap=FOLLOW_LINK),
    f"{LEAGUE}following/<str:token>/removal/": Page(EVERYBODY, 404, 404),
    f"{LEAGUE}weekly/": Page(EVERYBODY, 301, 422),
    f"{LEAGUE}weekly/switch/": post_only(SECRETARY),
    f"{LEAGUE}weekly/confirmation/<str:token>/": Page(EVERYBODY, 200, 200, swap=WEEKLY_LINK),
    f"{LEAGUE}weekly/stop/<str:token>/": Page(EVERYBODY, 404, 200),
}

IMPORT = f"{LEAGUE}imports/<int:pk>/"
BUNDLE = f"{LEAGUE}imports/bring/<int:pk>/"
IMPORTS = {
    f"{LEAGUE}archive/": Page(SECRETARY, 301, 302),
    f"{LEAGUE}archive/file/": Page(SECRETARY, 404),  # nobody has asked for one
    f"{LEAGUE}imports/": Page(SECRETARY),
    f"{LEAGUE}imports/bring/": Page(SECRETARY, 301, 422),
    BUNDLE: Page(SECRETARY, pk="imports/bring/"),
    f"{BUNDLE}files/": form(SECRETARY, pk="imports/bring/"),
    f"{BUNDLE}sheets/<int:place>/": Page(SECRETARY, 200, 302, pk="imports/bring/", swap={"place": "brought-sheet"}),
    f"{BUNDLE}steps/<slug:kind>/": post_only(SECRETARY, pk="imports/bring/", swap={"kind": "brought-kind"}),
    f"{BUNDLE}everything/": form(SECRETARY, pk="imports/bring/"),
    f"{BUNDLE}seasons/": post_only(SECRETARY, pk="imports/bring/"),
    f"{BUNDLE}fetching/": post_only(SECRETARY, pk="imports/bring/"),
    f"{BUNDLE}removal/": post_only(SECRETARY, pk="imports/bring/"),
    f"{LEAGUE}imports/new/<sheet:kind>/": form(SECRETARY, swap={"kind": "brought-kind"}),
    f"{LEAGUE}imports/new/<sheet:kind>/example.csv": Page(SECRETARY, swap={"kind": "brought-kind"}),
    f"{LEAGUE}imports/new/<sheet:kind>/rows/": form(SECRETARY, swap={"kind": "brought-kind"}),
    f"{IMPORT}rows/": form(SECRETARY, pk="imports/"),
    IMPORT: Page(SECRETARY, pk="imports/"),
    f"{IMPORT}columns/": form(SECRETARY, pk="imports/"),
    f"{IMPORT}names/": form(SECRETARY, pk="imports/"),
    f"{IMPORT}acceptance/": Page(SECRETARY, 302, 422, pk="imports/"),
    # It has not been brought in, so there is nothing to take back.
    f"{IMPORT}undoing/": form(SECRETARY, pk="imports/"),
    f"{IMPORT}removal/": post_only(SECRETARY, pk="imports/"),
}

# A piece of news and a page of the league's own have the same address below "news" and below "about".
NOTICEBOARD = {
    f"{LEAGUE}{first}/{rest}": page
    for first in ("news", "about")
    for rest, page in (
        ("", Page(EVERYBODY)),
        ("new/", Page(SECRETARY, 301, 422)),
        ("<slug:article>/", Page(EVERYBODY)),
        ("<slug:article>/details/", Page(SECRETARY, 301, 422)),
        ("<slug:article>/publication/", post_only(SECRETARY)),
        ("<slug:article>/withdrawal/", post_only(SECRETARY)),
        ("<slug:article>/removal/", Page(SECRETARY, 301, 302)),
    )
}

# The treasurer writes, the secretary reads, a captain has the account of their own team: here Crown A's.
ONE_CHARGE, ONE_FACT = {"number": "charge"}, {"number": "income"}
MONEY = {
    f"{LEAGUE}money/": Page(READS_MONEY | CAPTAINS, but=dict.fromkeys(CAPTAINS, (302, 405))),
    **{
        f"{LEAGUE}money/{holder}/{rest}": page
        for holder, own in (("teams/<slug:team>", HOME), ("venues/<slug:venue>", frozenset()))
        for rest, page in (
            *((rest, Page(READS_MONEY | own)) for rest in ("", "statement.pdf", "statement.xlsx")),
            *((rest, form(KEEPS_MONEY)) for rest in ("payment/", "charge/", "refund/")),
            ("credit/", post_only(KEEPS_MONEY)),
        )
    },
    f"{LEAGUE}money/charges/<int:number>/withdrawal/": form(KEEPS_MONEY, swap=ONE_CHARGE),
    f"{LEAGUE}money/charges/<int:number>/write-off/": form(KEEPS_MONEY, swap=ONE_CHARGE),
    f"{LEAGUE}money/book/": Page(READS_MONEY),
    f"{LEAGUE}money/book/<int:number>/reversal/": form(KEEPS_MONEY, swap=ONE_FACT),
    f"{LEAGUE}money/book/new/": form(KEEPS_MONEY),
    f"{LEAGUE}money/proposed/": Page(READS_MONEY, 301, 302, but={"secretary": (301, 403)}),
    f"{LEAGUE}money/proposed/search/": post_only(KEEPS_MONEY),
    f"{LEAGUE}money/fees/": form(KEEPS_MONEY),
    f"{LEAGUE}money/reminders/": form(KEEPS_MONEY),
    **{f"{LEAGUE}money/accounts/{rest}": Page(READS_MONEY) for rest in ("", "accounts.pdf", "accounts.xlsx")},
    f"{LEAGUE}money/accounts/<slug:season>/closing/": form(KEEPS_MONEY),
    f"{LEAGUE}money/accounts/<slug:season>/reopening/": form(KEEPS_MONEY),
    f"{LEAGUE}money/bank/": form(KEEPS_MONEY),
    f"{LEAGUE}money/bank/<int:pk>/confirmation/": form_elsewhere(KEEPS_MONEY, pk="money/bank/"),
    f"{LEAGUE}money/bank/<int:pk>/dismissal/": post_only(KEEPS_MONEY, pk="money/bank/"),
    f"{LEAGUE}money/settings/": form(KEEPS_MONEY),
    f"{LEAGUE}settings/money/": Page(SECRETARY, 301, 302),
}

SCREENS = {
    "tv/": Page(EVERYBODY),
    "tv/pair/": Page(SIGNED_IN, but=dict.fromkeys(CAPTAINS | {"guest", "secretary", "guest secretary"}, (302, 405))),
    f"{LEAGUE}settings/screens/": Page(SECRETARY | CAPTAINS),
    f"{LEAGUE}settings/screens/new/": Page(SECRETARY | CAPTAINS, 301, 422),
    f"{LEAGUE}settings/screens/<int:pk>/revocation/": post_only(SECRETARY, pk="settings/screens/"),
}

WEBHOOK = f"{LEAGUE}settings/webhooks/<int:pk>/"
WEBHOOKS = {
    f"{LEAGUE}settings/webhooks/": Page(EVERYBODY, 301),
    f"{LEAGUE}settings/webhooks/new/": Page(SECRETARY, 301, 422),
    WEBHOOK: form(SECRETARY, pk="settings/webhooks/"),
    f"{WEBHOOK}renewal/": Page(SECRETARY, 405, 302, pk="settings/webhooks/"),
    f"{WEBHOOK}removal/": Page(SECRETARY, 301, 302, pk="settings/webhooks/"),
    **{f"{WEBHOOK}{act}/": post_only(SECRETARY, pk="settings/webhooks/") for act in ("test", "activation")},
}

ARRANGING = FIXTURES | FIXTURE_LISTS | NIGHTS_AND_WISHES | SEASONS_END
API, ONE_LEAGUE = "api/v1/", "api/v1/leagues/<slug:league>"
ONE_MATCH, ONE_SEASON = f"{ONE_LEAGUE}/fixtures/<slug:code>", f"{ONE_LEAGUE}/seasons/<slug:season>"
# A session counts for nothing here: without a token everybody is nobody. Who may what with one: tests/league/api.
PROGRAMS = {
    "me/programs/": form(SIGNED_IN),
    # Somebody else's token does not exist.
    "me/programs/<int:pk>/revocation/": post_only(
        HOME, pk="me/programs/", but=dict.fromkeys(SIGNED_IN - HOME, (405, 404))
    ),
    API: Page(EVERYBODY),
    f"{API}openapi.json": Page(EVERYBODY),
    f"{API}<anything:rest>": Page(EVERYBODY, 404, 404),
    f"{API}leagues": Page(EVERYBODY),
    **{
        address: Page(EVERYBODY)
        for address in (
            ONE_LEAGUE,
            f"{ONE_LEAGUE}/seasons",
            ONE_SEASON,
            f"{ONE_SEASON}/divisions/<slug:division>/table",
            f"{ONE_SEASON}/cups",
            f"{ONE_SEASON}/cups/<slug:cup>",
            f"{ONE_LEAGUE}/fixtures",
            ONE_MATCH,
            f"{ONE_MATCH}/live",
            f"{ONE_MATCH}/draw",
            f"{ONE_LEAGUE}/teams",
            f"{ONE_LEAGUE}/teams/<slug:team>",
            f"{ONE_LEAGUE}/venues",
            f"{ONE_LEAGUE}/venues/<slug:venue>",
            f"{ONE_LEAGUE}/players",
            f"{ONE_LEAGUE}/players/<slug:player>",
        )
    },
    f"{ONE_LEAGUE}/teams/<slug:team>/availability": Page(EVERYBODY, 401),
    f"{ONE_LEAGUE}/money": Page(EVERYBODY, 401),
    f"{ONE_SEASON}/accounts": Page(EVERYBODY, 401),
    f"{ONE_LEAGUE}/teams/<slug:team>/money": Page(EVERYBODY, 401),
    f"{ONE_MATCH}/card-form": Page(EVERYBODY, 401),
    f"{ONE_MATCH}/cards": Page(EVERYBODY, 401, 401),
    f"{ONE_MATCH}/cards/<slug:receipt>/confirmation": Page(EVERYBODY, 405, 401),
    f"{ONE_MATCH}/cards/<slug:receipt>/dispute": Page(EVERYBODY, 405, 401),
}

OURS = (
    PROGRAMS
    | SITE
    | PUBLIC
    | CARDS
    | ARRANGING
    | HISTORY
    | DESK
    | CUPS
    | OPEN_DAYS
    | PRIVACY
    | NOTICEBOARD
    | MONEY
    | WEBHOOKS
    | SCREENS
    | PAPER
    | CALENDARS
    | PRESS
    | SHEETS
    | IMPORTS
    | POST
    | FOLLOWING
)


def library(get: int, post: int, nobody: tuple[int, int] = (302, 302)) -> Page:
    """A page of the sign-in library: the same for everybody who is signed in, whatever they are."""
    return Page(SIGNED_IN, get, post, but={"nobody": nobody})


ACCOUNT, FACTORS = "accounts/", "accounts/2fa/"
SIGN_IN = {
    f"{ACCOUNT}login/": library(302, 302, nobody=(200, 200)),
    f"{ACCOUNT}login/code/": library(302, 302, nobody=(200, 200)),
    f"{ACCOUNT}login/code/confirm/": library(302, 302),
    f"{ACCOUNT}logout/": library(301, 302, nobody=(301, 302)),
    f"{ACCOUNT}inactive/": library(200, 405, nobody=(200, 405)),
    f"{ACCOUNT}signup/": library(302, 302, nobody=(200, 200)),
    f"{ACCOUNT}email/": library(301, 302),
    f"{ACCOUNT}confirm-email/": library(302, 302),
    f"{ACCOUNT}reauthenticate/": library(200, 200),
    f"{ACCOUNT}password/change/": library(301, 200),
    f"{ACCOUNT}password/set/": library(301, 302),
    f"{ACCOUNT}password/reset/": library(200, 200, nobody=(200, 200)),
    f"{ACCOUNT}password/reset/confirm/": library(302, 302),
    f"{ACCOUNT}password/reset/complete/": library(302, 302),
    f"{ACCOUNT}password/reset/done/": library(200, 405, nobody=(200, 405)),
    FACTORS: library(301, 405),
    f"{FACTORS}authenticate/": library(302, 302),
    f"{FACTORS}reauthenticate/": library(302, 302),
    f"{FACTORS}recovery-codes/": library(404, 405),
    f"{FACTORS}recovery-codes/download/": library(404, 404),
    f"{FACTORS}recovery-codes/generate/": library(200, 200),
    f"{FACTORS}totp/activate/": library(200, 200),
    f"{FACTORS}totp/deactivate/": library(404, 404),
    f"{FACTORS}webauthn/": library(200, 405),
    f"{FACTORS}webauthn/add/": library(200, 200),
    f"{FACTORS}webauthn/reauthenticate/": library(302, 302),
    f"{FACTORS}webauthn/login/": library(302, 302),
    # Somebody else's key is as good as none.
    f"{FACTORS}webauthn/keys/<int:pk>/edit/": library(404, 404),
    f"{FACTORS}webauthn/keys/<int:pk>/remove/": library(404, 404),
}

# Pages of the sign-in library that its own rules look after, so that ours must let strangers through to them.
OPEN_SIGN_IN = {
    *(f"{ACCOUNT}{name}/" for name in ("login", "logout", "inactive", "signup", "confirm-email")),
    *(f"{ACCOUNT}login/code/{name}" for name in ("", "confirm/")),
    *(f"{ACCOUNT}password/reset/{name}" for name in ("", "confirm/", "complete/", "done/")),
    *(f"{FACTORS}{name}/" for name in ("authenticate", "webauthn/login")),
    "admin/login/",
}

# Pages that let people in by a link that they came by, and send the others to sign in.
OPEN_BY_LINK = {f"{CARD}score/"}

# What the site administrator may do to rows behind the site's back, by table; everything else may only be looked at.
ADMIN_MAY = {
    "base/user": {"add", "change"},
    "account/emailaddress": {"add", "change", "delete"},
    "mfa/authenticator": {"delete"},
    "teams/league": {"change"},
    "teams/venue": {"change"},
    "teams/player": {"change"},
    "schedule/season": {"change"},
    **{f"base/{name}": set() for name in ("entry",)},
    "base/job": set(),
    **{f"teams/{name}": set() for name in ("team", "registration", "transfer", "role", "formername", "officer")},
    **{f"schedule/{name}": set() for name in ("competition", "division", "entry", "fixture")},
    **{f"results/{name}": set() for name in ("submission", "result", "adjustment", "photo")},
}


def _admins(get: int, post: int, but: dict[str, tuple[int, int]] | None = None) -> Page:
    """Everybody else is sent to sign in as an administrator."""
    return Page(EVERYBODY, 302, 302, but={"admin": (get, post)} | (but or {}))


ADMINS = {
    "admin/": _admins(200, 200),
    # Our own sign-in is the only one there is.
    "admin/login/": Page(SIGNED_IN, 403, 403, but={"admin": (302, 200)}),
    "admin/logout/": _admins(405, 200),
    "admin/password_change/": _admins(200, 200),
    "admin/password_change/done/": _admins(200, 405),
    "admin/autocomplete/": _admins(403, 405),
    "admin/jsi18n/": _admins(200, 405),
    "admin/r/<path:content_type_id>/<path:object_id>/": _admins(404, 404),
    "admin/^(?P<app_label>base|mfa|teams|schedule|results|account)/$": _admins(200, 200),
    "admin/(?P<url>.*)$": _admins(404, 404),
}
for _table, _may in ADMIN_MAY.items():
    _row = f"admin/{_table}/<path:object_id>/"
    ADMINS |= {
        f"admin/{_table}/": _admins(200, 200),
        f"admin/{_table}/add/": _admins(*((200, 200) if "add" in _may else (403, 403))),
        _row: _admins(302, 302),
        f"{_row}history/": _admins(200, 200),
        f"{_row}change/": _admins(200, 200 if "change" in _may else 403),
        f"{_row}delete/": _admins(*((200, 302) if "delete" in _may else (403, 403))),
    }
# A league is begun on a page of ours.
ADMINS["admin/teams/league/add/"] = _admins(302, 302)

PAGES = OURS | SIGN_IN | ADMINS


def routes() -> dict[str, URLPattern]:
    """Every address of the site, by its text; those of operations are looked up apart."""
    return _routes_below(get_resolver()) | _routes_below(get_resolver("league.exchange.views.api_about"))


def _routes_below(resolver: Any, before: str = "") -> dict[str, URLPattern]:
    found: dict[str, URLPattern] = {}
    for entry in resolver.url_patterns:
        text = f"{before}{entry.pattern}"
        found |= {text: entry} if isinstance(entry, URLPattern) else _routes_below(entry, text)
    return found
