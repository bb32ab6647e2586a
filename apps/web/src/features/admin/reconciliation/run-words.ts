import type { ReconciliationRun } from '@zawadi/contract/reconciliation';
import { dateText } from '../../../ui/time-text.ts';

type Described = Pick<ReconciliationRun, 'from' | 'to' | 'source' | 'fileName'>;

/** Formats the days that an M-PESA statement covers: "20 Nov 2026" or "18 Nov 2026 – 20 Nov 2026". */
export function daysOf({ from, to }: Pick<Described, 'from' | 'to'>): string {
  const [first, last] = [dateText(new Date(from)), dateText(new Date(Date.parse(to) - 1))];
  return first === last ? first : `${first} – ${last}`;
}

/** Describes where an M-PESA statement came from. */
export function originOf({ source, fileName }: Pick<Described, 'source' | 'fileName'>): string {
  if (source === 'pull') return 'Pulled from M-PESA';
  return fileName === '' ? 'Uploaded' : fileName;
}

/** Describes how many items of an M-PESA statement are open. */
export function openText(openItems: number): string {
  if (openItems === 0) return 'Agrees';
  return openItems === 1 ? '1 open' : `${openItems.toLocaleString('en-KE')} open`;
}
