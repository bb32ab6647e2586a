"""Writes the workbooks of this folder with three programs that are not ours. Needs Debian's python3-openpyxl,
python3-xlsxwriter and libreoffice-calc-nogui."""

import csv, datetime, os, subprocess, tempfile
import openpyxl, xlsxwriter

TIME = "%Y-%m-%d %H:%M:%S"
ABOVE = [
    ["Account Holder:", "ZAWADI"],
    ["Short Code:", 600100],
    ["Account:", "Merchant Account"],
    ["Time Period:", "From 2026-11-20 00:00:00 To 2026-11-22 00:00:00"],
    ["Opening Balance:", 1000],
    ["Closing Balance:", 1181.6],
    [],
    ["Receipt No.", "Completion Time", "Details", "Transaction Status", "Paid In", "Withdrawn", "Balance", "A/C No."],
]
LINES = [
    ["UKK0000001", "2026-11-20 10:01:07", "Pay Bill - JANE \"JJ\" O'DOE", "Completed", 102.4, "", 1102.4, 712345],
    ["UKK0000002", "2026-11-20 10:02:00", "Pay Bill - Wanjikũ & Søn, አማርኛ", "Completed", 102, "", 1204.4, "007"],
    ["UKK0000003", "2026-11-21 23:59:59", "Business Payment Charge", "Completed", "", -22.8, 1181.6, ""],
]
BELOW = [["Total", "", "", "", 204.4, -22.8, ""]]


def moment(line):
    return datetime.datetime.strptime(line[1], TIME)


def with_openpyxl():
    book = openpyxl.Workbook()
    book.active.title = "Cover"
    hidden = book.create_sheet("Old days")
    hidden.append(["Receipt No.", "not this sheet"])
    hidden.sheet_state = "hidden"
    sheet = book.create_sheet("Statement")
    for row in ABOVE:
        sheet.append(row)
    for line in LINES:
        sheet.append([line[0], moment(line)] + line[2:])
        sheet.cell(sheet.max_row, 2).number_format = 'dd/mm/yyyy\\ hh:mm:ss'
    for row in BELOW:
        sheet.append(row)
    book.save("openpyxl.xlsx")


def with_xlsxwriter():
    """Texts inside the cells, days from 1904, formulas with their values, a text of two fonts, and styled empty rows."""
    book = xlsxwriter.Workbook("xlsxwriter-1904.xlsx", {"date_1904": True, "constant_memory": True})
    sheet = book.add_worksheet("Statement")
    time = book.add_format({"num_format": 'd mmm yyyy "at" h:mm:ss AM/PM'})
    bold = book.add_format({"bold": True})
    at = 0
    for row in ABOVE:
        sheet.write_row(at, 0, row)
        at += 1
    for number, line in enumerate(LINES):
        sheet.write(at, 0, line[0])
        sheet.write_datetime(at, 1, moment(line), time)
        if number == 0:
            sheet.write_rich_string(at, 2, bold, "Pay Bill", " - JANE \"JJ\" O'DOE")
        else:
            sheet.write(at, 2, line[2])
        sheet.write_row(at, 3, line[3:6])
        before = "B5" if number == 0 else "G%d" % at
        sheet.write_formula(at, 6, "=%s+E%d+F%d" % (before, at + 1, at + 1), None, line[6] + 1e-13)
        sheet.write(at, 7, line[7])
        at += 1
    for row in BELOW:
        sheet.write_row(at, 0, row)
        at += 1
    for _ in range(2000):
        sheet.write_blank(at, 0, None, bold)
        at += 1
    book.close()


def with_libreoffice():
    folder = tempfile.mkdtemp()
    path = os.path.join(folder, "libreoffice.csv")
    with open(path, "w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows(ABOVE + LINES + BELOW)
    # Comma, quotes, UTF-8; detect special numbers, so that times become dates.
    for kind in ["xlsx", "xls", "ods"]:
        subprocess.run(
            ["soffice", "-env:UserInstallation=file://" + folder, "--headless", "--infilter=CSV:44,34,76,1,,0,false,true",
             "--convert-to", kind, "--outdir", ".", path], check=True)


with_openpyxl()
with_xlsxwriter()
with_libreoffice()
