"""Seasons and fixtures for the site administrator. Fixtures are moved and withdrawn on the secretary's pages only."""

from django.contrib import admin
from django.http import HttpRequest

from league.base.admin import ReadOnlyAdmin, RecordedAdmin
from league.schedule.models import Competition, Division, Entry, Fixture, Move, Season


@admin.register(Season)
class SeasonAdmin(RecordedAdmin):
    list_display = ("name", "league", "starts", "halfway", "ends", "current")
    list_filter = ("league", "current")
    search_fields = ("name",)
    list_select_related = ("league",)
    ordering = ("league", "-starts", "pk")
    readonly_fields = ("league", "slug")

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


@admin.register(Competition)
class CompetitionAdmin(ReadOnlyAdmin):
    list_display = ("name", "season", "kind", "frozen_at", "results_version")
    list_filter = ("season__league", "kind")
    search_fields = ("name", "season__name")
    list_select_related = ("season",)
    ordering = ("-season__starts", "name", "pk")


@admin.register(Division)
class DivisionAdmin(ReadOnlyAdmin):
    list_display = ("name", "competition", "rank", "promoted", "relegated", "legs")
    list_filter = ("competition__season__league",)
    search_fields = ("name",)
    list_select_related = ("competition",)
    ordering = ("-competition__season__starts", "rank", "pk")


@admin.register(Entry)
class EntryAdmin(ReadOnlyAdmin):
    list_display = ("name", "division", "team", "withdrawn_on")
    list_filter = ("division__competition__season__league", ("withdrawn_on", admin.EmptyFieldListFilter))
    search_fields = ("name", "team__name")
    list_select_related = ("division", "team")
    ordering = ("-division__competition__season__starts", "name", "pk")


class MoveInline(admin.TabularInline):
    model = Move
    extra = 0


@admin.register(Fixture)
class FixtureAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "league", "division", "week", "date", "state", "code")
    list_filter = ("league", "state", "in_play")
    search_fields = ("code", "home__name", "away__name")
    date_hierarchy = "date"
    list_select_related = ("league", "division", "home", "away")
    ordering = ("-first_date", "pk")
    inlines = (MoveInline,)
