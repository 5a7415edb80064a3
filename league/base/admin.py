"""What administrators see of people, jobs and the audit log, by the site's own sign-in with its second factor."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin

from league.base.audit.admin import ReadOnlyAdmin
from league.base.jobs.models import Job

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = f"{settings.SITE_NAME}: site administration"
admin.site.index_title = "Everything that is kept"


@admin.register(Job)
class JobAdmin(ReadOnlyAdmin):
    list_display = ("created_at", "title", "kind", "state", "attempts", "beat", "league_id", "created_by")
    list_filter = ("state", "kind", "league_id")
    search_fields = ("title", "key", "error")
    date_hierarchy = "created_at"
    list_select_related = ("created_by",)
    ordering = ("-created_at", "-pk")
