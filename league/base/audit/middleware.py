"""A form that is sent twice is done once, and answered both times alike."""

import time
from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.http import url_has_allowed_host_and_scheme

from league.base.audit.actions import FormClaim, FormSentAgainError, answer_form, settle_form
from league.base.ui.responses import KEY_FIELD, TOKEN_FIELDS

PAUSE = 0.05  # seconds after which the answer of the first, which has written already, is looked for again


class SentFormMiddleware:
    """`write_tx` claims the key of the form being answered. A form without a key is done each time."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            response = self.get_response(request)
        finally:
            form: FormClaim | None = getattr(request, "sent_form", None)
            if form is not None:
                answer_form(None)
        if form is None:
            return response
        refused = response.status_code >= HTTPStatus.BAD_REQUEST
        if form.held:
            settle_form(form=form, answer=response.get("Location"))
        elif refused and form.of_others():  # which was quicker, and left nothing to do
            return _answer_again(request, form)
        return response

    def process_view(self, request: HttpRequest, view: Callable[..., HttpResponse], *_: object) -> HttpResponse | None:
        if request.method != "POST" or getattr(view, "csrf_exempt", False) or not request.POST.get(KEY_FIELD):
            return None
        form = _claim_of(request)
        if form.of_others():
            return _answer_again(request, form)
        request.sent_form = form  # type: ignore[attr-defined]
        answer_form(form)
        return None

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Another request was quicker."""
        return _answer_again(request, _claim_of(request)) if isinstance(fault, FormSentAgainError) else None


def _claim_of(request: HttpRequest) -> FormClaim:
    key = request.POST[KEY_FIELD]
    values = sha256(repr((key, [each for each in request.POST.lists() if each[0] not in TOKEN_FIELDS])).encode())
    for name, files in request.FILES.lists():
        for file in files:
            values.update(f"\0{name}\0{file.name}\0{file.size}\0".encode())
            for chunk in file.chunks():
                values.update(chunk)
            file.seek(0)
    where = repr((request.user.pk, request.get_full_path(), key))
    return FormClaim(sha256(where.encode()).hexdigest(), values.hexdigest())


def _answer_again(request: HttpRequest, form: FormClaim) -> HttpResponse:
    until = time.monotonic() + settings.FORM_PATIENCE
    while (row := form.of_others()) and row.answer is None and time.monotonic() < until:
        time.sleep(PAUSE)
    return HttpResponseRedirect((row.answer if row else None) or _page_of(request))


def _page_of(request: HttpRequest) -> str:
    came = request.headers.get("Referer", "")
    here = url_has_allowed_host_and_scheme(came, {request.get_host()})
    return urlsplit(came)._replace(scheme="", netloc="").geturl() if came and here else request.get_full_path()
