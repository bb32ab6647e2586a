const nairobiOffsetMs = 3 * 60 * 60 * 1000;

/**
 * Formats a moment as Nairobi local time. Daraja writes all times like this, without an offset. Kenya is UTC+3 all
 * year.
 * @param instant the moment to format
 * @param pattern `yyyy MM dd HH mm ss` are replaced; other characters stay
 */
export function formatNairobi(instant: Date, pattern: string): string {
  const local = new Date(instant.getTime() + nairobiOffsetMs).toISOString();
  return pattern
    .replace('yyyy', local.slice(0, 4))
    .replace('MM', local.slice(5, 7))
    .replace('dd', local.slice(8, 10))
    .replace('HH', local.slice(11, 13))
    .replace('mm', local.slice(14, 16))
    .replace('ss', local.slice(17, 19));
}

export const compactPattern = 'yyyyMMddHHmmss';
export const dottedPattern = 'dd.MM.yyyy HH:mm:ss';
export const dashedPattern = 'yyyy-MM-dd HH:mm:ss';

/**
 * Parses Daraja's three time formats: `20191219102115` (STK, C2B, status), `06.07.2024 22:48:52` (B2C) and `2020-08-05
 * 10:13:00` (pull).
 * @returns undefined for anything that is not a real date and time
 */
export function parseNairobi(value: unknown): Date | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  const dotted = /^(\d{2})\.(\d{2})\.(\d{4})\D(\d{2})\D(\d{2})\D(\d{2})/.exec(text);
  const plain = /^(\d{4})-?(\d{2})-?(\d{2})[T ]?(\d{2}):?(\d{2}):?(\d{2})/.exec(text);
  const [year, month, day, hour, minute, second] = dotted
    ? [dotted[3], dotted[2], dotted[1], dotted[4], dotted[5], dotted[6]]
    : (plain?.slice(1) ?? []);
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+03:00`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
