"""People and places for the site administrator. What has an action on the site's own pages is read-only here."""

from typing import Any

from allauth.mfa import admin as mfa_admin
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import now

from league.base.accounts.models import User
from league.base.admin import ReadOnlyAdmin, RecordedAdmin
from league.base.audit.actions import record
from league.teams.models import Closure, FormerName, League, Officer, Player, Registration, Role, Team, Transfer, Venue

# Both libraries show their rows as soon as they are imported; groups mean nothing here.
assert mfa_admin
assert auth_admin
admin.site.unregister([Authenticator, Group])


class RoleInline(admin.TabularInline):
    model = Role
    extra = 0
    fields = readonly_fields = ("league", "kind", "team", "since", "ended_at")
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(User)
class UserAdmin(RecordedAdmin):
    """People. A password is never set here: a new person signs in with a code."""

    list_display = ("name", "email", "is_active", "is_superuser", "demo", "last_login")
    list_filter = ("is_active", "is_superuser", "demo", "roles__kind")
    search_fields = ("name", "email")
    ordering = ("name", "pk")
    fields = (
        "name", "email", "phone", "is_active", "is_staff", "is_superuser", "invited_until", "joined_at", "last_login",
    )  # fmt: skip
    readonly_fields = ("joined_at", "last_login")
    inlines = (RoleInline,)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        if not change:
            obj.set_unusable_password()
        obj.email = obj.email.lower()
        super().save_model(request, obj, form, change)


@admin.register(Authenticator)
class AuthenticatorAdmin(ReadOnlyAdmin):
    """Second steps: taken away from somebody who has lost theirs, given to nobody, their secrets not shown."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_filter = ("type",)
    search_fields = ("user__name", "user__email")
    list_select_related = ("user",)
    ordering = ("user__name", "pk")
    exclude = ("data",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    def log_deletions(self, request: HttpRequest, queryset: Any) -> Any:
        for row in queryset:
            text = f"The second step of {row.user} ({row.get_type_display()}) was removed by the site administrator"
            record(verb="admin_delete", words=text, at=now(), by=request.user, league_id=None, about=(row.user,))  # type: ignore[arg-type]
        return super().log_deletions(request, queryset)


@admin.register(League)
class LeagueAdmin(RecordedAdmin):
    """Leagues. One is begun on the site's own page, from a preset; its rules are changed on its settings page."""

    list_display = ("name", "slug", "preset", "night", "public_names", "public")
    list_filter = ("preset", "public", "public_names")
    search_fields = ("name", "slug")
    ordering = ("name", "pk")
    readonly_fields = ("slug", "preset", "rules")

    def add_view(self, request: HttpRequest, form_url: str = "", extra_context: Any = None) -> HttpResponse:
        return redirect("new-league")


class ClosureInline(admin.TabularInline):
    model = Closure
    extra = 0


@admin.register(Venue)
class VenueAdmin(RecordedAdmin):
    list_display = ("name", "league", "postcode", "boards")
    list_filter = ("league",)
    search_fields = ("name", "postcode")
    list_select_related = ("league",)
    ordering = ("league", "name", "pk")
    readonly_fields = ("league", "slug")
    formfield_overrides = {models.URLField: {"assume_scheme": "https"}}
    inlines = (ClosureInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Team)
class TeamAdmin(ReadOnlyAdmin):
    """Read-only: renaming must keep the old address, which only the secretary's page does."""

    list_display = ("name", "league", "venue", "start_time", "active")
    list_filter = ("league", "active")
    search_fields = ("name", "slug", "former_names__name")
    list_select_related = ("league", "venue")
    ordering = ("league", "name", "pk")


@admin.register(Player)
class PlayerAdmin(RecordedAdmin):
    list_display = ("name", "league", "known_as", "under_18", "user")
    list_filter = ("league", "under_18")
    search_fields = ("name", "known_as")
    list_select_related = ("league", "user")
    ordering = ("league", "name", "pk")
    fields = ("league", "name", "slug", "known_as", "under_18", "guardian_agreed_on", "user")
    readonly_fields = ("league", "slug")
    autocomplete_fields = ("user",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Registration)
class RegistrationAdmin(ReadOnlyAdmin):
    list_display = ("player", "team", "state", "how", "since", "until")
    list_filter = ("team__league", "state", "how")
    search_fields = ("player__name", "team__name")
    list_select_related = ("player", "team")
    ordering = ("-asked_at", "-pk")


@admin.register(Transfer)
class TransferAdmin(ReadOnlyAdmin):
    list_display = ("player", "leaves", "joins", "asked_at", "accepted")
    list_filter = ("player__league", "accepted")
    search_fields = ("player__name",)
    list_select_related = ("player", "leaves", "joins")
    ordering = ("-asked_at", "-pk")


@admin.register(Role)
class RoleAdmin(ReadOnlyAdmin):
    list_display = ("user", "kind", "team", "league", "since", "ended_at")
    list_filter = ("league", "kind", ("ended_at", admin.EmptyFieldListFilter))
    search_fields = ("user__name", "user__email", "team__name")
    list_select_related = ("user", "team", "league")
    ordering = ("league", "kind", "pk")


@admin.register(Officer)
class OfficerAdmin(ReadOnlyAdmin):
    list_display = ("title", "name", "league")
    list_filter = ("league",)
    search_fields = ("title", "name")
    list_select_related = ("league",)
    ordering = ("league", "place", "pk")


@admin.register(FormerName)
class FormerNameAdmin(ReadOnlyAdmin):
    list_display = ("name", "team", "league", "until")
    list_filter = ("league",)
    search_fields = ("name", "team__name")
    list_select_related = ("team", "league")
    ordering = ("-until", "-pk")
