"""A bank's statement is read whole, however the bank writes it, or refused with the line at fault."""

from datetime import date

import pytest

from project.payments.settlement.bank.statement_file import (
    LONGEST_BYTES,
    MOST_LINES,
    read_statement,
)
from project.payments.settlement.bank.statement_headings import Role
from project.payments.settlement.bank.statement_table import StatementUnreadable

TODAY = date(2026, 11, 20)
HDFC = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance"
SBI = "Txn Date\tValue Date\tDescription\tRef No./Cheque No.\t        Debit\tCredit\tBalance"
ICICI = (
    "S No.,Value Date,Transaction Date,Cheque Number,Transaction Remarks,Withdrawal Amount (INR ),"
    "Deposit Amount (INR ),Balance (INR )"
)
AXIS = "Tran Date,CHQNO,PARTICULARS,DR,CR,BAL,SOL"
KOTAK = "Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr"
# What each bank's file below says: rent of 1,200 went, then a payout of 1,23,456.78 came.
READ = [(date(2026, 11, 5), -120_000, 9_880_000), (date(2026, 11, 6), 12_345_678, 22_225_678)]


def read(text: str | bytes, columns: dict[Role, str] | None = None) -> list[tuple[date, int, int | None]]:
    """Return day, amount and balance of each line."""
    body = text if isinstance(text, bytes) else text.encode()
    return [
        (line.day, line.amount_paise, line.balance_paise)
        for line in read_statement(body, today=TODAY, columns=columns)
    ]


def refusal(text: str | bytes, columns: dict[Role, str] | None = None) -> tuple[str, int, str]:
    """Return why a file is refused, in which line and column."""
    with pytest.raises(StatementUnreadable) as caught:
        read(text, columns)
    return caught.value.problem, caught.value.line, caught.value.column


def hdfc(*rows: str) -> str:
    """Return a file of HDFC with these rows."""
    return "\r\n".join([HDFC, *rows, ""])


BANKS = {
    "hdfc": f"""HDFC BANK Ltd.,,,,,,
Statement From : 01/11/2026 To : 30/11/2026,,,,,,

{HDFC}
********,*****,****,****,****,****,****
05/11/26,NEFT DR-RENT,0000000012,05/11/26,1200.00,,98800.00
06/11/26,"NEFT CR-YESB0000001-PHONEPE-YESBN1",YESBN1,06/11/26,,123456.78,222256.78

STATEMENT SUMMARY  :-,,,,,,
Opening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal,
100000.00,1,1,1200.00,123456.78,222256.78,
""",
    "icici, the newest first": f"""DETAILED STATEMENT
Transaction Period,From 01/11/2026 To 30/11/2026
{ICICI}
1,06/11/2026,06/11/2026,-,NEFT-AXISCN01-RAZORPAY SOFTWARE PRIVATE LIMITED,0.00,"1,23,456.78","2,22,256.78"
2,05/11/2026,05/11/2026,-,RENT,"1,200.00",0.00,"98,800.00"
Legends Used in Account Statement
""",
    "sbi, with tabs": f"""Account Number :\t_00000012345678901
{SBI}
5 Nov 2026\t5 Nov 2026\tTO RENT\t\t1,200.00\t\t98,800.00
6 Nov 2026\t6 Nov 2026\tBY NEFT*YESBN1*PHONEPE\tFROM 1\t\t1,23,456.78\t2,22,256.78
**This is a computer generated statement
""",
    "axis, its headings the wrong way round": f"""Name :- SHOP
{AXIS}
05-11-2026,-,RENT, ,    1200.00,98800.00,4806
06-11-2026,-,NEFT/YESBN1/PHONEPE,  123456.78, ,222256.78,4806
""",
    "kotak, amounts with a direction": f"""{KOTAK}
1,05-11-2026,05-11-2026,RENT,,"1,200.00",DR,"98,800.00",CR
2,06-11-2026,06-11-2026,NEFT PHONEPE,,"1,23,456.78",CR,"2,22,256.78",CR
""",
    "amounts with a sign, days as ISO": "Date;Description;Amount;Balance\n"
    "2026-11-05 10:11:12;RENT;-1200;98800\n2026-11-06T09:00:00;PHONEPE;₹1,23,456.78;222256.78\n",
    "amounts that end in Cr and Dr": "Date|Particulars|Amount|Balance\n"
    "05-Nov-26|RENT|1200.00 Dr|98800.00 Cr\n06-NOV-2026|PHONEPE|123456.78(Cr)|222256.78 Cr\n",
    "hdfc, netbanking, its currency above the table": f"""HDFC BANK Ltd.,,,,,,
Account Branch :,FORT,,Currency : INR,,,
A/C open Date :,01/04/2020,,OD Limit : 0,,,
{HDFC}
05/11/26,POS 12.00 USD AT SHOP RENT,0000000012,05/11/26,1200.00,,98800.00
06/11/26,NEFT CR-PHONEPE-YESBN1,YESBN1,06/11/26,,123456.78,222256.78
""",
    "icici, its currency in a column": f"""Account Number,000000000001 ( INR ) - SHOP
{ICICI},Currency
1,06/11/2026,06/11/2026,-,RAZORPAY,0.00,"1,23,456.78","2,22,256.78",INR
2,05/11/2026,05/11/2026,-,RENT,"1,200.00",0.00,"98,800.00",INR
""",
    "sbi, with the account's currency in a cell of its own": f"""Account Name\t:\tSHOP
Currency\t:\tIndian Rupee
{SBI}
5 Nov 2026\t5 Nov 2026\tTO RENT\t\t1,200.00\t\t98,800.00
6 Nov 2026\t6 Nov 2026\tBY NEFT*YESBN1*PHONEPE\t\t\t1,23,456.78\t2,22,256.78
""",
    "axis, currency after a dash": f"""Scheme :- CURRENT A/C,,,,,,
Currency :-INR,,,,,,
{AXIS}
05-11-2026,-,RENT,1200.00, ,98800.00,4806
06-11-2026,-,NEFT/YESBN1/PHONEPE, ,123456.78,222256.78,4806
""",
    "kotak, rupees in the headings": f"""Account,Currency,Branch
0001,INR,FORT
Currency conversion charges: see below,,
{KOTAK.replace("Amount", "Amount (INR)").replace("Balance", "Balance (in Rs.)")}
1,05-11-2026,05-11-2026,RENT,,"1,200.00",DR,"98,800.00",CR
2,06-11-2026,06-11-2026,NEFT PHONEPE,,"1,23,456.78",CR,"2,22,256.78",CR
""",
    "rupees at each amount": "Date,Particulars,Debit,Credit,Balance,Curr.\n"
    "05/11/2026,RENT,Rs.1200.00,,INR 98800.00,Rs.\n"
    '06/11/2026,PHONEPE,,"₹ 1,23,456.78","Rs 2,22,256.78 Cr",₹\n',
    "hindi headings of the currency": "Account,मुद्रा: रुपये\nDate,Particulars,Amount,Balance,मुद्रा\n"
    "05/11/2026,RENT,-1200.00,98800.00,रुपये\n06/11/2026,PHONEPE,123456.78,222256.78,Indian Rupee\n",
}


@pytest.mark.parametrize("text", BANKS.values(), ids=BANKS)
def test_statement_is_read_as_each_bank_writes_it(text: str) -> None:
    assert read(text) == READ


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_encodings_that_spreadsheets_save_in(encoding: str) -> None:
    text = hdfc("05/11/26,CAFÉ – RENT,1,05/11/26,1200.00,,98800.00")

    (line,) = read_statement(text.encode(encoding), today=TODAY)

    assert line.narration == "CAFÉ – RENT"


@pytest.mark.parametrize("first", ["", "sep=;\r\n"])
def test_statement_that_a_spreadsheet_saved_with_semicolons(first: str) -> None:
    text = first + hdfc("05/11/26,RENT,1,05/11/26,1200.00,,98800.00").replace(",", ";")

    (line,) = read_statement(text.encode("utf-16"), today=TODAY)

    assert (line.narration, line.amount_paise) == ("RENT", -120_000)


def test_long_narration_goes_on_in_the_next_row() -> None:
    text = hdfc("05/11/26,NEFT CR-PHONEPE PRIV,1,05/11/26,,5.00,5.00", ",ATE LIMITED-YESBN1,,,,,")

    (line,) = read_statement(text.encode(), today=TODAY)

    assert line.narration == "NEFT CR-PHONEPE PRIV ATE LIMITED-YESBN1"


def test_unknown_headings_are_shown_and_can_be_named() -> None:
    text = "\n".join(
        (
            "My bank",
            "When,What,In,Out,Left",
            "05/11/2026,RENT,,1200,98800",
            "06/11/2026,PAYOUT,123456.78,,222256.78",
        )
    )

    with pytest.raises(StatementUnreadable) as caught:
        read(text)

    assert (caught.value.problem, caught.value.sample[1]) == (
        "columns",
        ["When", "What", "In", "Out", "Left"],
    )
    columns: dict[Role, str] = {
        "date": "When",
        "narration": "What",
        "withdrawal": "out",
        "deposit": "IN",
        "balance": "Left",
    }
    assert read(text, columns) == READ
    assert refusal(hdfc("05/11/26,X,1,05/11/26,,5,5"), columns)[0] == "columns"


GOOD = "05/11/26,RENT,1,05/11/26,1200.00,,98800.00"
HOSTILE = {
    "nothing": (b"", ("empty", 0, "")),
    "blank lines": (b" \n\n", ("empty", 0, "")),
    "a heading alone": (HDFC, ("empty", 0, "")),
    "zeros alone": (hdfc("05/11/26,X,1,05/11/26,0,0,100"), ("empty", 0, "")),
    "markup that is called .xls": (b"<html><table><tr><td>Date", ("not_csv", 0, "")),
    "an Excel file": (b"PK\x03\x04...", ("not_csv", 0, "")),
    "an old Excel file": (b"\xd0\xcf\x11\xe0\xa1", ("not_csv", 0, "")),
    "a PDF": (b"%PDF-1.4", ("not_csv", 0, "")),
    "UTF-16 without its mark": (HDFC.encode("utf-16-le"), ("encoding", 0, "")),
    "no encoding at all": (b"\xff\xfe\xff", ("encoding", 0, "")),
    "bytes of no letter": (b"Date\x81", ("encoding", 0, "")),
    "another table": ("a,b\n1,2\n", ("columns", 0, "")),
    "too long": (b"x" * (LONGEST_BYTES + 1), ("too_long", 0, "")),
    "too many lines": (
        "Date,Narration,Amount\n" + "05/11/26,X,1\n" * (MOST_LINES + 1),
        ("too_long", 0, ""),
    ),
    "a heading twice": (
        HDFC.replace("Narration", "Narration,Narration") + "\n",
        ("duplicate", 1, "Narration"),
    ),
    "a day that is none": (hdfc("31/11/26,X,1,,5,,5"), ("date", 2, "Date")),
    "no day": (hdfc(GOOD, ",X,1,,5,,98795"), ("date", 3, "Date")),
    "tomorrow": (hdfc("21/11/26,X,1,,5,,5"), ("future", 2, "Date")),
    "another century": (hdfc("05/11/1926,X,1,,5,,5"), ("date", 2, "Date")),
    "three decimals": (hdfc("05/11/26,X,1,,,1.005,5"), ("amount", 2, "Deposit Amt.")),
    "a comma for the decimals": (hdfc('05/11/26,X,1,,,"1,23",5'), ("amount", 2, "Deposit Amt.")),
    "a negative deposit": (hdfc("05/11/26,X,1,,,-5,5"), ("amount", 2, "Deposit Amt.")),
    "both amounts": (hdfc("05/11/26,X,1,,5,5,5"), ("amount", 2, "Deposit Amt.")),
    "a formula": (hdfc("05/11/26,X,1,,,=1+1,5"), ("amount", 2, "Deposit Amt.")),
    "not a number": (hdfc("05/11/26,X,1,,,NaN,5"), ("amount", 2, "Deposit Amt.")),
    "blanks without end": (hdfc(f"05/11/26,X,1,,,1{' ' * 100_000}x,5"), ("amount", 2, "Deposit Amt.")),
    "more than there is": (hdfc("05/11/26,X,1,,,99999999999999,5"), ("amount", 2, "Deposit Amt.")),
    "no balance": (hdfc("05/11/26,X,1,,,5,"), ("amount", 2, "Closing Balance")),
    "a line was taken out": (
        hdfc(GOOD, "06/11/26,X,1,,,5,98805", "06/11/26,X,1,,,5,98815"),
        ("balance", 4, "Closing Balance"),
    ),
    "a comma in the narration": (hdfc("05/11/26,X,Y,1,05/11/26,,5,5"), ("too_many_cells", 2, "")),
    "a quote that does not end": (hdfc(GOOD, '06/11/26,"X,1,,,5,98805'), ("line", 3, "")),
    "a direction that is none": (
        f"{KOTAK}\n1,05-11-2026,05-11-2026,RENT,,1,UP,1,CR\n",
        ("line", 2, "Dr / Cr"),
    ),
    "an exponent": (hdfc("05/11/26,X,1,,,1e9,5"), ("amount", 2, "Deposit Amt.")),
    "a credit that is negative": (
        f"{KOTAK}\n1,05-11-2026,05-11-2026,X,,-5,CR,1,CR\n",
        ("amount", 2, "Amount"),
    ),
    "a negative amount that is called a credit": (
        "Date,Narration,Amount\n05/11/26,X,-5 Cr\n",
        ("amount", 2, "Amount"),
    ),
    "no amount, and no balance to prove it": (
        "Date,Narration,Debit,Credit\n05/11/26,A,,5\n05/11/26,B,,\n",
        ("amount", 3, "Credit"),
    ),
    "lines below the end": (hdfc(GOOD, "Total,,,,,,", GOOD), ("line", 4, "")),
}


# A file that is not in rupees; the line that says so, its column, and what stands there.
FOREIGN = {
    "a column": (
        f"{HDFC},Currency\n{GOOD},INR\n06/11/26,PHONEPE,2,,,5,98805,USD\n",
        (3, "Currency", "USD"),
    ),
    "a column called Curr": (f"{HDFC},Curr\n{GOOD},usd\n", (2, "Curr", "usd")),
    "a column called A/c Ccy": (f"{HDFC},A/c Ccy\n{GOOD},US$\n", (2, "A/c Ccy", "US$")),
    "a column in Hindi": (f"{HDFC},मुद्रा\n{GOOD},डॉलर\n", (2, "मुद्रा", "डॉलर")),
    "a column with something else": (f"{HDFC},Currency Code\n{GOOD},840\n", (2, "Currency Code", "840")),
    "the heading of an amount": (
        f"{HDFC.replace('Deposit Amt.', 'Deposit Amt (USD)')}\n{GOOD}\n",
        (1, "Deposit Amt (USD)", "USD"),
    ),
    "the heading of the balance": (
        f"My bank\n{HDFC.replace('Closing Balance', 'Closing Balance $')}\n{GOOD}\n",
        (2, "Closing Balance $", "$"),
    ),
    "the heading of one amount": (
        "Date,Narration,Amount in EUR\n05/11/26,X,5\n",
        (1, "Amount in EUR", "EUR"),
    ),
    "above the table": (f"HDFC BANK\n\nAccount Currency: USD,,\n{hdfc(GOOD)}", (3, "", "USD")),
    "above the table in the next cell": (f"Name,SHOP\nCurrency,,USD\n{hdfc(GOOD)}", (2, "", "USD")),
    "above the table in words": (f"A/c Ccy :- US Dollar\n{hdfc(GOOD)}", (1, "", "US Dollar")),
    "above the table, unheard of": (f"Currency : Points\n{hdfc(GOOD)}", (1, "", "Points")),
    "above the table in Hindi": (f"खाते की मुद्रा: डॉलर\n{hdfc(GOOD)}", (1, "", "डॉलर")),
    "above the table, below its heading": (
        f"Account,Currency,Branch\n0001,USD,FORT\n{hdfc(GOOD)}",
        (2, "", "USD"),
    ),
    "behind the account's number": (
        f"Account Number,000000000001 ( USD ) - SHOP\n{hdfc(GOOD)}",
        (1, "", "USD"),
    ),
    "below the table": (hdfc(GOOD, "Total,,,,,,", "Currency,USD,,,,,"), (4, "", "USD")),
    "an amount with a sign": (hdfc("05/11/26,X,1,,,$ 12.00,12"), (2, "Deposit Amt.", "$")),
    "an amount with a code": (hdfc("05/11/26,X,1,,,USD 12.00,12"), (2, "Deposit Amt.", "USD")),
    "a code behind the amount": (hdfc("05/11/26,X,1,,12.00 EUR Dr,,12"), (2, "Withdrawal Amt.", "EUR")),
    "the balance": (hdfc("05/11/26,X,1,,,12.00,€12"), (2, "Closing Balance", "€")),
}


@pytest.mark.parametrize(("body", "expected"), FOREIGN.values(), ids=FOREIGN)
def test_statement_in_another_currency_is_refused(body: str, expected: tuple[int, str, str]) -> None:
    with pytest.raises(StatementUnreadable) as caught:
        read(body)

    refused = caught.value
    assert (refused.problem, refused.line, refused.column, refused.found) == ("currency", *expected)


def test_currency_is_read_where_staff_named_the_columns() -> None:
    columns: dict[Role, str] = {"date": "When", "narration": "What", "amount": "In/Out"}
    body = "When,What,In/Out{},Ccy\n05/11/2026,X,5,{}\n"

    assert read(body.format(" (INR)", "INR"), columns) == [(date(2026, 11, 5), 500, None)]
    assert refusal(body.format(" (USD)", ""), columns) == ("currency", 1, "In/Out (USD)")
    assert refusal(body.format("", "USD"), columns) == ("currency", 2, "Ccy")


@pytest.mark.parametrize(("body", "expected"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_file_is_refused_with_its_line(body: str | bytes, expected: tuple[str, int, str]) -> None:
    assert refusal(body) == expected
