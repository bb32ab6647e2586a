/**
 * One line of a CSV file (RFC 4180). Every cell is quoted. A cell that a spreadsheet would take for a formula gets an
 * apostrophe in front: https://owasp.org/www-community/attacks/CSV_Injection
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${harmless(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;
}

// A full-width sign is folded into the plain one by some spreadsheets.
const BEGINS_A_FORMULA = /^\s*[=+\-@\t\r\n|%\uff1d\uff0b\uff0d\uff20]/u;

function harmless(cell: string): string {
  return BEGINS_A_FORMULA.test(cell) ? `'${cell}` : cell;
}
