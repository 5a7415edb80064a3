"""Statements of nine banks, and whose money it is."""

from datetime import date

import pytest

from scoring.treasury.bank import BankFileError, BankLine, BankMatch, Debtor, match_line, read_bank_file
from scoring.treasury.facts import Charge, ChargeProposal, ChargeState, Heading, Share

LAYOUTS = {
    "Lloyds": (
        "Transaction Date,Transaction Type,Sort Code,Account Number,Transaction Description,Debit Amount,Credit Amount,"
        "Balance\n24/11/2026,FPI,'30-00-00,12345678,CROWN A FEES,,32.00,1211.00\n"
        "23/11/2026,DEB,'30-00-00,12345678,TROPHY SHOP,49.99,,1179.00\n"
    ),
    "NatWest": "Date,Type,Description,Value,Balance\n24 Nov 2026,BAC,CROWN A FEES,32.00,9\n23 Nov 2026,DPC,Shop,-4,1\n",
    "Barclays": "Number,Date,Account,Amount,Subcategory,Memo\n,24/11/2026,20-1 1,32.00,Transfer,CROWN A FEES\n",
    "Nationwide": (
        '"Account Name:","FlexAccount"\n"Balance:","£9"\n"Date","Transaction type","Description","Paid out","Paid in",'
        '"Balance"\n"24 Nov 2026","Transfer","CROWN A FEES","","£32.00","£9"\n'
    ),
    "Santander": "Date,Description,Money in,Money Out,Balance\n24/11/2026,CROWN A FEES,£32.00,,9\n",
    "Starling": (
        "Date,Counter Party,Reference,Type,Amount (GBP),Balance (GBP)\n24/11/2026,A Smith,CROWN A FEES,FASTER,32.00,9\n"
    ),
    "Monzo": "Transaction ID,Date,Type,Name,Amount,Notes and #tags\nt1,24/11/2026,FP,A Smith,32.00,CROWN A FEES\n",
    "Metro": "Date,Details,Transaction Type,In,Out,Balance\n24/11/2026,CROWN A FEES,Inward Payment,32.00,0.00,125.00\n",
    "HSBC": "24/11/2026,CROWN A FEES,32.00\n23/11/2026,TROPHY SHOP,-49.99\n",
}


@pytest.mark.parametrize("bank", LAYOUTS)
def test_every_layout_gives_the_line_of_money_received(bank):
    (line,) = read_bank_file(LAYOUTS[bank])
    assert (line.on, line.amount) == (date(2026, 11, 24), 3200)
    assert "CROWN A FEES" in line.text


def test_a_line_is_known_again_in_a_longer_statement_and_twins_are_two():
    line = "24/11/2026,CROWN A,32.00\n"
    once, more = read_bank_file(line), read_bank_file("25/11/2026,BELL,1.00\n" + line * 2)
    assert more[1].digest == once[0].digest
    assert len({each.digest for each in more}) == 3


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "No column"), ("Team,Played\nCrown,3\n", "No column"),
     ("Date,Amount\nsoon,3.00\n", "This line was not understood: soon, 3.00"),
     ("Date,Amount\n24/11/2026,three\n", "understood: 24/11/2026, three"), ("24/11/2026,a,1\n" * 5001, "5,000")],
)  # fmt: skip
def test_a_file_that_is_no_statement_says_what_is_wrong(text, why):
    with pytest.raises(BankFileError, match=why):
        read_bank_file(text)


@pytest.mark.parametrize(
    "day",
    ["15 September 2026", "15-Sep-26", "15.09.2026", "2026-09-15T10:00:00", "15/09/2026 10:31", "15 Sep 2026 10:31"],
)
def test_a_day_is_read_however_a_bank_writes_it(day):
    assert [line.on for line in read_bank_file(f"Date,Amount\n{day},3.00\n")] == [date(2026, 9, 15)]


def charge(number: int, amount: int) -> Charge:
    return Charge(ChargeProposal(number, date(2026, 9, number), "x", Heading.FINE, amount), ChargeState.APPROVED)


CROWN = Debtor("crown", ("CROWN", "Crown"), (charge(1, 3000), charge(2, 200)))
CROWN_B = Debtor("crown b", ("CROWN-B", "Crown B"), (charge(3, 3000),))
BELL = Debtor("bell", ("BELL", "Bell"), (charge(4, 1500), charge(5, 1000), charge(6, 500)))


def paid(amount: int, text: str) -> BankMatch | None:
    return match_line(BankLine(date(2026, 11, 24), amount, text, "d"), (CROWN, CROWN_B, BELL))


def test_the_longest_name_in_the_words_says_whose_it_is():
    assert paid(3000, "FP crown b 24NOV") == BankMatch("crown b", (Share(3, 3000),), by_name=True)
    assert paid(200, "CROWN FINE") == BankMatch("crown", (Share(2, 200),), by_name=True)


def test_a_team_is_told_from_its_pub_by_the_article():
    debtors = (Debtor("team", ("Bay Horse",), ()), Debtor("pub", ("The Bay Horse",), ()))
    lines = (BankLine(date(2026, 11, 24), 2500, text, "d") for text in ("BAY HORSE SUBS", "THE BAY HORSE RENT"))
    assert [match_line(line, debtors).account for line in lines] == ["team", "pub"]


def test_an_amount_that_one_account_alone_owes_is_proposed():
    assert paid(1500, "A SMITH") == BankMatch("bell", (Share(4, 1500),), by_name=False)
    assert paid(3000, "A SMITH") is None  # three accounts owe that
    assert paid(7, "A SMITH") is None


def test_what_fits_no_sum_of_charges_pays_the_oldest_first():
    found = paid(1700, "BELL INN")
    assert found is not None
    assert found.shares == (Share(4, 1500), Share(5, 200))


def test_two_names_of_one_length_are_anybodys_guess():
    two = (Debtor("a", ("Swan",), (charge(1, 1),)), Debtor("b", ("Bull",), (charge(2, 1),)))
    assert match_line(BankLine(date(2026, 11, 24), 100, "swan and bull", "d"), two) is None
