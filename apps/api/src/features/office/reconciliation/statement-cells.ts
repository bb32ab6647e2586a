const MOST_DIGITS = 13;
const AMOUNT =
  /^(?:KES|KSH|KSHS)?\.?\s*(-?)\(?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,2})0*)?\)?(?:-|\s*(?:CR|DR)\.?)?$/iu;

/**
 * Parses an amount in the notation of M-PESA, banks and spreadsheets: `1,234.00`, `-50`, `KES 12.5`, `(50.00)`, `50.00
 * DR`, or an empty cell.
 * @returns cents without their sign; undefined if the cell has no amount
 */
export function readAmount(cell: string): bigint | undefined {
  const text = cell.trim();
  if (text === '' || text === '-') return 0n;
  const [, , whole = '', fraction = ''] = AMOUNT.exec(text) ?? [];
  const digits = whole.replaceAll(',', '');
  if (digits === '' || digits.length > MOST_DIGITS) return undefined;
  return BigInt(digits) * 100n + BigInt(fraction.padEnd(2, '0'));
}

/** Parses an amount that may be negative: `-50.00`, `(50.00)`, `50.00-` or `50.00 DR`. */
export function readSignedAmount(cell: string): bigint | undefined {
  const cents = readAmount(cell);
  return cents !== undefined && /^[^\d]*[-(]|\d(?:-|\s*DR\.?)$/iu.test(cell.trim()) ? -cents : cents;
}

/** Writes cents as a statement does: `1,234.50`. */
export function centsToText(cents: bigint): string {
  const [sign, amount] = cents < 0n ? ['-', -cents] : ['', cents];
  return `${sign}${(amount / 100n).toLocaleString('en')}.${String(amount % 100n).padStart(2, '0')}`;
}

const CLOCK = String.raw`(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?`;
/**
 * Allowed end of a timestamp: nothing, or Nairobi's time zone. With AM/PM or another zone, the time would be misread.
 */
const NAIROBI = String.raw`\s*(?:\+03:?00|EAT)?$`;
const YEAR_FIRST = new RegExp(String.raw`^(\d{4})[-/](\d{1,2})[-/](\d{1,2})${CLOCK}${NAIROBI}`, 'iu');
const DAY_FIRST = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${CLOCK}${NAIROBI}`, 'iu');
/** M-PESA began after 2000, and a date in the next century is a typing error. */
const YEAR = /^20\d\d$/u;

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const NAMED_MONTH = /^(\d{1,2})[-/ ]([a-z]{3})[a-z]*[-/, ]+(\d{4}|\d{2})(?!\d)/iu;

/** Writes the month of `28-Nov-2026` or `28 November 26` as a number. */
function withNumber(text: string): string {
  return text.replace(NAMED_MONTH, (all, day: string, name: string, year: string) => {
    const month = MONTHS.indexOf(name.toLowerCase()) + 1;
    return month === 0 ? all : `${day}/${month}/${year.padStart(4, '20')}`;
  });
}

/** Parses a time in Nairobi that begins with the year or the day; never reads a month first. */
export function readMoment(cell: string): Date | undefined {
  const text = withNumber(cell.trim());
  const first = YEAR_FIRST.exec(text);
  const last = first ? undefined : DAY_FIRST.exec(text);
  const [year, month, day] = first ? first.slice(1, 4) : [last?.[3], last?.[2], last?.[1]];
  const [hour = '0', minute = '00', second = '00'] = (first ?? last)?.slice(4, 7) ?? [];
  if (year === undefined || month === undefined || day === undefined || !YEAR.test(year)) return undefined;
  const two = (part: string) => part.padStart(2, '0');
  const date = `${year}-${two(month)}-${two(day)}`;
  const instant = new Date(`${date}T${two(hour)}:${minute}:${second}+03:00`);
  // JavaScript would read February 31 as a day in March.
  const isReal = (new Date(`${date}T00:00:00Z`).toJSON() ?? '').startsWith(date);
  return isReal && !Number.isNaN(instant.getTime()) ? instant : undefined;
}
