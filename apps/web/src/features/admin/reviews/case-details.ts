import type { Review } from '@zawadi/contract/reviews';
import { formatKes } from '@zawadi/contract/money';
import { formatMsisdn } from '@zawadi/contract/text';

/** What was noted when a case was raised, with labels that people read: `billReference` becomes words. */
export function detailsOf({ details }: Pick<Review, 'details'>): { label: string; value: string }[] {
  // The receipt has a field of its own.
  return Object.entries(details).flatMap(([name, value]) =>
    name === 'receipt' || value === null || value === ''
      ? []
      : [{ label: labelOf(name), value: textOf(name, value) }],
  );
}

function labelOf(name: string): string {
  const words = name.replace(/(?<=[a-z])(?=[A-Z])/gu, ' ').toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const SHILLINGS = new Set(['amount', 'asked', 'received']);

function textOf(name: string, value: string | number): string {
  if (typeof value === 'number')
    return SHILLINGS.has(name) ? formatKes(value) : value.toLocaleString('en-KE');
  return /^254[17]\d{8}$/u.test(value) ? formatMsisdn(value) : value;
}
