import type { WorkKind } from '@zawadi/contract/work-list';

/** Kinds of work in the list. Alerts are not in the list: each is shown separately above it. */
export type ListedKind = Exclude<WorkKind, 'alerts'>;

type Words = {
  label: readonly [one: string, many: string];
  verb: 'Open' | 'Look' | 'Decide' | 'Review' | 'Check';
};

export const WORK_WORDS: Record<ListedKind, Words> = {
  'unknown-payments': { label: ['Unknown payment', 'Unknown payments'], verb: 'Look' },
  approvals: { label: ['Approval', 'Approvals'], verb: 'Decide' },
  reviews: { label: ['Review', 'Reviews'], verb: 'Review' },
  differences: { label: ['Difference', 'Differences'], verb: 'Look' },
  settlements: { label: ['Settlement', 'Settlements'], verb: 'Check' },
  'fraud-alerts': { label: ['Fraud alert', 'Fraud alerts'], verb: 'Look' },
  applications: { label: ['Application', 'Applications'], verb: 'Check' },
  letters: { label: ['Letter', 'Letters'], verb: 'Open' },
};

const MINUTE_MS = 60_000;
const UNITS = [
  { ms: 1_440 * MINUTE_MS, one: 'day', many: 'days', from: 2 },
  { ms: 60 * MINUTE_MS, one: 'h', many: 'h', from: 1 },
  { ms: MINUTE_MS, one: 'min', many: 'min', from: 1 },
] as const;

/** Formats how long a request has waited: "25 min", "3 h", "2 days". */
export function ageText(since: Date, now: Date): string {
  const ageMs = now.getTime() - since.getTime();
  for (const { ms, one, many, from } of UNITS) {
    const count = Math.floor(ageMs / ms);
    if (count >= from) return `${count.toLocaleString('en-KE')}\u00a0${count === 1 ? one : many}`;
  }
  return 'Just now';
}
