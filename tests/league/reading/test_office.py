"""Workbooks and documents of every kind, and what is refused because of what it would do to its reader."""

import zipfile
from datetime import date
from io import BytesIO
from pathlib import Path

import docx
import pytest
from openpyxl import Workbook

from league.reading.files import NotReadableError, read_file

SAMPLES = Path(__file__).parent / "samples"
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
SPREADSHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
OPEN = "urn:oasis:names:tc:opendocument:xmlns"
ENTITIES = '<!DOCTYPE b [<!ENTITY a "lol">' + "".join(
    f'<!ENTITY {chr(98 + n)} "{f"&{chr(97 + n)};" * 10}">' for n in range(9)
) + "]>"  # fmt: skip


def saved(thing) -> bytes:
    out = BytesIO()
    thing.save(out)
    return out.getvalue()


def with_part(content: bytes, name: str, part: str) -> bytes:
    out = BytesIO()
    with zipfile.ZipFile(BytesIO(content)) as before, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as after:
        for info in before.infolist():
            if info.filename != name:
                after.writestr(info.filename, before.read(info.filename))
        after.writestr(name, part)
    return out.getvalue()


def workbook() -> bytes:
    book = Workbook()
    book.active.append(["Team", "Pub"])
    return saved(book)


def open_document(rows: str, before: str = "") -> bytes:
    content = (
        f'<?xml version="1.0"?>{before}<office:document-content xmlns:office="{OPEN}:office:1.0"'
        f' xmlns:table="{OPEN}:table:1.0"'
        f' xmlns:text="{OPEN}:text:1.0"><office:body><office:spreadsheet><table:table table:name="Teams">'
        f"{rows}</table:table>"
        "</office:spreadsheet></office:body></office:document-content>"
    )
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("content.xml", content)
        packed.writestr(
            "META-INF/manifest.xml", f'<manifest:manifest xmlns:manifest="{OPEN}:manifest:1.0"></manifest:manifest>'
        )
    return out.getvalue()


def cell(text: str, more: str = "") -> str:
    return f'<table:table-cell office:value-type="string" {more}><text:p>{text}</text:p></table:table-cell>'


def row(*cells: str, more: str = "") -> str:
    return f"<table:table-row {more}>{''.join(cells)}</table:table-row>"


def word(body: str, before: str = "") -> bytes:
    return with_part(saved(docx.Document()), "word/document.xml", f'<?xml version="1.0"?>{before}'
                     f"<w:document {WORD}><w:body>{body}"
                     "</w:body></w:document>")  # fmt: skip


def tables(content: bytes) -> list[tuple[str, list[tuple[str, ...]]]]:
    return [(sheet.name, [line.cells for line in sheet.lines]) for sheet in read_file(content)]


def test_every_visible_sheet_of_a_workbook_is_read_and_no_hidden_one():
    book = Workbook()
    book.active.title = "Division One"
    book.active.append(["Home", "Away"])
    book.create_sheet("Notes").sheet_state = "hidden"
    book["Notes"].append(["secret"])
    book.create_sheet("Empty")
    book.create_sheet("Division Two")["C5"] = "Bell"
    sheets = read_file(saved(book))
    assert [(sheet.name, sheet.lines[0].number, sheet.lines[0].cells) for sheet in sheets] == [
        ("Division One", 1, ("Home", "Away")),
        ("Division Two", 5, ("", "", "Bell")),
    ]


def test_a_cell_merged_over_rows_stands_in_each_and_one_over_columns_once():
    book = Workbook()
    for cells in (["Division One", None, None], [date(2026, 9, 7), "Ash", "Elm"], [None, "Oak", "Yew"]):
        book.active.append(cells)
    book.active.merge_cells("A1:C1")
    book.active.merge_cells("A2:A3")
    assert tables(saved(book))[0][1] == [("Division One",), ("2026-09-07", "Ash", "Elm"), ("2026-09-07", "Oak", "Yew")]


def test_an_old_excel_file_is_read():
    content = (SAMPLES / "old-excel.xls").read_bytes()
    assert tables(content) == [("Fixtures", [("Date", "Home", "Away", "Score"), ("2026-09-21", "Café A", "Bell", "5")])]


def test_a_spreadsheet_of_libreoffice_is_read_with_its_million_empty_rows():
    empty = row(
        '<table:table-cell table:number-columns-repeated="16384"/>', more='table:number-rows-repeated="1048574"'
    )
    content = open_document(
        row(cell("Team"), cell("Pub")) + row(cell("Ash", 'table:number-columns-repeated="2"')) + empty
    )
    assert tables(content) == [("Teams", [("Team", "Pub"), ("Ash", "Ash")])]


def test_a_document_is_its_tables_and_its_paragraphs_in_order():
    document = docx.Document()
    document.add_paragraph("Leek Dominoes")
    document.add_paragraph("Season 2026-27")
    table = document.add_table(rows=3, cols=3)
    for number, cells in enumerate([("Home", "", "Away"), ("Crown A", "5-4", "Bell"), ("Ash", "3-6", "Elm")]):
        for column, text in enumerate(cells):
            table.cell(number, column).text = text
    document.add_paragraph("Ash 5 Elm 4")
    document.add_paragraph("Oak 3 Yew 6")
    assert tables(saved(document)) == [
        ("", [("Leek Dominoes",), ("Season 2026-27",)]),
        ("Season 2026-27", [("Home", "", "Away"), ("Crown A", "5-4", "Bell"), ("Ash", "3-6", "Elm")]),
        ("", [("Ash 5 Elm 4",), ("Oak 3 Yew 6",)]),
    ]
    assert read_file(saved(document))[2].text == "Ash 5 Elm 4\nOak 3 Yew 6"


def test_merged_cells_and_tables_in_cells_of_a_document_are_read():
    document = docx.Document()
    outer = document.add_table(rows=1, cols=2)
    inner = outer.cell(0, 1).add_table(rows=3, cols=2)
    inner.cell(0, 0).merge(inner.cell(1, 0)).text = "Mon 7 Sep"
    inner.cell(0, 1).text, inner.cell(1, 1).text = "Ash v Elm", "Oak v Yew"
    inner.cell(2, 0).merge(inner.cell(2, 1)).text = "Division Two"
    assert tables(saved(document))[-1][1] == [("Mon 7 Sep", "Ash v Elm"), ("Mon 7 Sep", "Oak v Yew"), ("Division Two",)]


def test_a_formula_is_the_value_that_it_had_and_none_is_ever_run():
    content = with_part(
        workbook(),
        "xl/worksheets/sheet1.xml",
        f'<worksheet {SPREADSHEET}><sheetData><row r="1"><c r="A1"><f>HYPERLINK("http://example.org","x")</f><v>7</v></c>'
        '<c r="B1" t="str"><f>"a"</f><v>Crown A</v></c>'
        '<c r="C1" t="inlineStr"><is><t>\'=1+1</t></is></c></row></sheetData></worksheet>',
    )
    assert tables(content)[0][1] == [("7", "Crown A", "=1+1")]


def sheet_of(rows: str) -> bytes:
    return with_part(
        workbook(), "xl/worksheets/sheet1.xml", f"<worksheet {SPREADSHEET}><sheetData>{rows}</sheetData></worksheet>"
    )


def xls_with_a_last_cell() -> bytes:
    content = (SAMPLES / "old-excel.xls").read_bytes()
    corner = (0).to_bytes(
        2, "little"
    ) * 2  # row and column of the first cell, behind the type of its record and its size
    at = content.index(b"\xfd\x00\x0a\x00" + corner) + 4
    return content[:at] + (65535).to_bytes(2, "little") + (255).to_bytes(2, "little") + content[at + 4 :]


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (lambda: sheet_of('<row r="1"><c r="A1"><v>1</v></c></row>'
                          '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
         "unpacks to far more"),
        (lambda: sheet_of("".join(f'<row r="{n}"><c r="A{n}"><v>1</v></c></row>' for n in range(1, 300_000))),
         "more than"),
        (lambda: sheet_of(" " * 30_000_000), "unpacks to far more"),
        (xls_with_a_last_cell, "unpacks to far more"),
        (lambda: open_document(row(cell("x",
                                        'table:number-columns-repeated="16384"'),
                                   more='table:number-rows-repeated="1048576"')),
         "cannot be read"),
        (lambda: open_document(row(cell("x"), more='table:number-rows-repeated="1000000"')), "more than"),
        (lambda: open_document(row(cell("&j;")), ENTITIES), "cannot be read"),
        (lambda: word("<w:p><w:r><w:t>&j;</w:t></w:r></w:p>", ENTITIES), "cannot be read"),
        (lambda: word("<w:tbl><w:tr><w:tc>" * 10_000 + "<w:p/>" + "</w:tc></w:tr></w:tbl>" * 10_000), "cannot be read"),
        (lambda: word("<w:p/>" * 4_000_000), "unpacks to far more|cannot be read|empty"),
        (lambda: with_part(saved(docx.Document()), "word/vbaProject.bin", "x"), "macros"),
        (lambda: with_part(workbook(), "Index/Document.iwa", "x").replace(b"xl/workbook.xml", b"xl/w0rkbook.xml"),
         "Numbers"),
    ],
    ids=["last cell", "rows", "spaces", "last cell of an old file", "repeated", "repeated rows", "entities",
         "entities of a document",
         "nested", "paragraphs", "macros", "numbers"],
)  # fmt: skip
def test_what_would_take_all_memory_or_time_is_refused_in_a_sentence(content, words):
    with pytest.raises(NotReadableError, match=words):
        read_file(content())


def test_entities_in_a_workbook_are_never_expanded():
    content = with_part(workbook(), "xl/sharedStrings.xml", f"{ENTITIES}<sst {SPREADSHEET}><si><t>&j;</t></si></sst>")
    try:
        text = str(read_file(content))
    except NotReadableError:
        text = ""
    assert "lollol" not in text


def test_files_that_are_no_tables_say_what_to_do():
    for content, name, words in [
        (b"%PDF-1.7", "a.pdf", "copy them and paste them"),
        (b"\x89PNG\r\n\x1a\n", "a.png", "picture"),
        (b"\xff\xd8\xff\xe0", "a.jpg", "photograph"),
        (b"{\\rtf1", "a.rtf", "docx"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "a.doc", "old Word file"),
        (b"\x1f\x8b\x08", "a.gz", "Unpack"),
    ]:
        with pytest.raises(NotReadableError, match=words):
            read_file(content, name)
