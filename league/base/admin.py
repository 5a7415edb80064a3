"""What administrators see of jobs and the audit log, and the two kinds of page that other apps' rows have there.

Writing there goes round the actions, so it is recorded here instead: no change is without its entry.
"""

from typing import Any

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin
from django.db import models
from django.http import HttpRequest
from django.utils import timezone

from league.base.audit.actions import record
from league.base.audit.models import Entry, Subject
from league.base.jobs.models import Job

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = f"{settings.SITE_NAME}: site administration"
admin.site.index_title = "Everything that is kept"


class ReadOnlyAdmin(admin.ModelAdmin):
    """Rows that are facts, or are written by pages of the site only: to be looked at."""

    def has_add_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False


class RecordedAdmin(admin.ModelAdmin):
    """Each change appends an audit entry, and nothing is deleted."""

    def has_delete_permission(self, request: HttpRequest, obj: models.Model | None = None) -> bool:
        return False

    def log_addition(self, request: HttpRequest, obj: models.Model, message: Any) -> Any:
        self._record(request, obj, "admin_add", "was added")
        return super().log_addition(request, obj, message)

    def log_change(self, request: HttpRequest, obj: models.Model, message: Any) -> Any:
        fields = [name for part in message if "changed" in part for name in part["changed"].get("fields", ())]
        self._record(request, obj, "admin_change", f"was changed: {', '.join(fields)}" if fields else "was saved")
        return super().log_change(request, obj, message)

    def _record(self, request: HttpRequest, row: models.Model, verb: str, done: str) -> None:
        text = f"{row._meta.verbose_name} {row} {done} by the site administrator"
        league_id = row.pk if row._meta.model_name == "league" else getattr(row, "league_id", None)
        record(verb=verb, words=text, at=timezone.now(), by=request.user, league_id=league_id, about=(row,))  # type: ignore[arg-type]


class SubjectInline(admin.TabularInline):
    model = Subject
    extra = 0


@admin.register(Entry)
class AuditEntryAdmin(ReadOnlyAdmin):
    list_display = ("at", "by", "verb", "words", "league_id")
    list_filter = ("verb", "league_id")
    search_fields = ("words", "reason", "by__name")
    date_hierarchy = "at"
    list_select_related = ("by",)
    ordering = ("-at", "-pk")
    inlines = (SubjectInline,)


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "title", "kind", "state", "attempts", "beat", "league_id", "created_by")
    list_filter = ("state", "kind", "league_id")
    search_fields = ("title", "key", "error")
    date_hierarchy = "created_at"
    list_select_related = ("created_by",)
    ordering = ("-created_at", "-pk")
