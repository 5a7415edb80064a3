"""Jobs for the site administrator to look at, with what went wrong in full."""

from django.contrib import admin

from league.base.audit.admin import ReadOnlyAdmin
from league.base.jobs.models import Job


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "title", "kind", "state", "attempts", "beat", "league_id", "created_by")
    list_filter = ("state", "kind", "league_id")
    search_fields = ("title", "key", "error")
    date_hierarchy = "created_at"
    list_select_related = ("created_by",)
    ordering = ("-created_at", "-pk")
