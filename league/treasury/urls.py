"""Addresses of a league's book, below money/; an account has the same pages for a team and for a pub."""

from django.urls import path

from league.treasury.views import accounts, desk

PAGES = (
    ("", accounts.account, "account"),
    ("statement.pdf", accounts.statement_pdf, "statement-pdf"),
    ("statement.xlsx", accounts.statement_sheet, "statement-xlsx"),
    ("payment/", accounts.payment, "payment"),
    ("charge/", accounts.charge, "charge"),
    ("refund/", accounts.refund_page, "refund"),
    ("credit/", accounts.credit_use, "credit"),
)

urlpatterns = [
    path("money/", desk.money, name="money"),
    *(
        path(f"money/{kind}s/<slug:{kind}>/{rest}", view, name=f"{kind}-{name}")
        for kind in ("team", "venue")
        for rest, view, name in PAGES
    ),
    path("money/charges/<int:number>/withdrawal/", accounts.withdrawal, name="withdraw-charge"),
    path("money/charges/<int:number>/write-off/", accounts.write_off_page, name="write-off"),
    path("money/book/", desk.book, name="money-book"),
    path("money/book/<int:number>/reversal/", accounts.reversal, name="reverse-fact"),
    path("money/book/new/", desk.new_entry, name="new-entry"),
    path("money/proposed/", desk.proposed, name="money-proposed"),
    path("money/proposed/search/", desk.search_for_charges, name="search-charges"),
    path("money/fees/", desk.fees, name="money-fees"),
    path("money/reminders/", desk.reminders, name="money-reminders"),
    path("money/accounts/", accounts.year, name="money-year"),
    path("money/accounts/accounts.pdf", accounts.year_pdf, name="money-year-pdf"),
    path("money/accounts/accounts.xlsx", accounts.year_sheet, name="money-year-xlsx"),
    path("money/accounts/<slug:season>/closing/", accounts.closing, {"reopens": False}, name="close-accounts"),
    path("money/accounts/<slug:season>/reopening/", accounts.closing, {"reopens": True}, name="reopen-accounts"),
    path("money/bank/", desk.bank, name="money-bank"),
    path("money/bank/<int:pk>/confirmation/", desk.confirmation, name="confirm-bank-line"),
    path("money/bank/<int:pk>/dismissal/", desk.dismissal, name="dismiss-bank-line"),
    path("money/settings/", desk.tariff, name="money-settings"),
    path("settings/money/", desk.switch, name="league-money"),
]
