/** How a workbook writes its dates. */
export type DateRules = {
  /** Whether each cell style shows a number as a date or a time. */
  isDate: readonly boolean[];
  /** Workbooks from old Macs count days from 1904. */
  from1904: boolean;
};

const DAY_SECONDS = 86_400;
// Excel takes 1900 for a leap year, so its days are counted from 30 December 1899.
const FIRST_DAY = Date.UTC(1899, 11, 30);
const FIRST_DAY_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_465;

/** Writes a cell's number as Excel shows it: a date as `2026-11-20 10:15:00`, an amount without binary noise. */
export function numberText(stored: string, style: number, { isDate, from1904 }: DateRules): string {
  const number = stored.trim() === '' ? Number.NaN : Number(stored);
  if (!Number.isFinite(number)) return stored;
  if (isDate[style] && number >= 1 && number <= LAST_DAY) return dayText(number, from1904);
  // 102.4 may be stored as 102.40000000000002.
  return Math.abs(number) < 1e15 ? String(Number(number.toFixed(6))) : stored;
}

function dayText(days: number, from1904: boolean): string {
  const seconds = Math.round(days * DAY_SECONDS);
  const moment = new Date((from1904 ? FIRST_DAY_1904 : FIRST_DAY) + seconds * 1_000);
  return moment.toISOString().slice(0, 19).replace('T', ' ');
}

/** Whether a number format shows a date: it has a year, month, day, hour or second outside quotes and brackets. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) {
    return (
      (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
    );
  }
  const shown = code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/giu, '');
  return /[ymdhs]/iu.test(shown) && !/^general$/iu.test(shown.trim());
}

/** Reads Excel's escapes of signs that XML cannot have: `_x000D_`. */
export function unescaped(text: string): string {
  return text.replaceAll(/_x([\da-f]{4})_/giu, (_all, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
