"""What was sent in and what it came to, for the site administrator to read. None of it is ever edited here."""

from django.contrib import admin

from league.base.admin import ReadOnlyAdmin
from league.results.models import Adjustment, Answer, Photo, Result, Submission


class AnswerInline(admin.TabularInline):
    model = Answer
    extra = 0


@admin.register(Submission)
class SubmissionAdmin(ReadOnlyAdmin):
    list_display = ("receipt", "fixture", "sent_for", "source", "by", "received_at")
    list_filter = ("fixture__league", "source", "sent_for")
    search_fields = ("receipt", "by__name", "fixture__home__name", "fixture__away__name")
    date_hierarchy = "received_at"
    list_select_related = ("fixture__home", "fixture__away", "by")
    ordering = ("-received_at", "-pk")
    inlines = (AnswerInline,)


@admin.register(Result)
class ResultAdmin(ReadOnlyAdmin):
    list_display = ("fixture", "__str__", "state", "settled_at", "updated_at")
    list_filter = ("fixture__league", "state")
    search_fields = ("fixture__home__name", "fixture__away__name", "fixture__code")
    list_select_related = ("fixture__home", "fixture__away")
    ordering = ("-updated_at", "-pk")


@admin.register(Adjustment)
class AdjustmentAdmin(ReadOnlyAdmin):
    list_display = ("entry", "points", "kind", "on", "by", "revoked_at")
    list_filter = ("competition__season__league", "kind")
    search_fields = ("entry__name", "reason")
    list_select_related = ("entry", "by")
    ordering = ("-on", "-pk")


@admin.register(Photo)
class PhotoAdmin(ReadOnlyAdmin):
    list_display = ("fixture", "by", "at", "width", "height")
    list_filter = ("fixture__league",)
    search_fields = ("fixture__home__name", "fixture__away__name")
    list_select_related = ("fixture__home", "fixture__away", "by")
    ordering = ("-at", "-pk")
