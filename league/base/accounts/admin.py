"""The site administrator's pages are reached through the site's own sign-in, with its limits and second factor."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]
admin.site.site_header = admin.site.site_title = f"{settings.SITE_NAME}: site administration"
admin.site.index_title = "Everything that is kept"
