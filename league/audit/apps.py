"""The audit app."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    name = "league.audit"
