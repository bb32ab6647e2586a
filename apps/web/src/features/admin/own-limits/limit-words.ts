import {
  consumerLimits,
  merchantLimits,
  type LimitedSubject,
  type OwnLimits,
} from '@zawadi/contract/own-limits';
import { formatKes } from '@zawadi/contract/money';

export type LimitName = keyof OwnLimits;

export const LIMIT_WORDS: Record<LimitName, { label: string; help?: string }> = {
  transaction: { label: 'Largest payment', help: 'A purchase or a withdrawal' },
  purchasesDaily: { label: 'Purchases a day' },
  withdrawalsDaily: { label: 'Withdrawals a day' },
  redemption: { label: 'Largest redemption', help: 'A hold counts too' },
  redemptionsDaily: { label: 'Redemptions a day', help: 'Open holds count with the redemptions of the day' },
  vouchersDaily: { label: 'Own vouchers a day', help: 'The value of the vouchers that the shop makes' },
};

/** Returns the limits that a person or a shop can have, in the order of the screen. */
export function namesOf({ subjectKind }: Pick<LimitedSubject, 'subjectKind'>): LimitName[] {
  return (subjectKind === 'user' ? consumerLimits : merchantLimits).keyof().options;
}

/** Describes own limits with their labels. */
export function describeOwnLimits({
  limits,
  until,
}: {
  limits: OwnLimits;
  until?: string | undefined;
}): Record<string, string> {
  const amounts = Object.entries(LIMIT_WORDS).flatMap(([name, { label }]): [string, string][] => {
    const amount = limits[name as LimitName];
    return amount === undefined ? [] : [[label, formatKes(amount)]];
  });
  return Object.fromEntries([...amounts, ...(until === undefined ? [] : [['Last day', until] as const])]);
}
