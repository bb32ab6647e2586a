import {
  consumerLimits,
  merchantLimits,
  type Limits,
  type LimitedSubject,
  type OwnLimits,
} from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { readOwnInForce, type OwnLimitsInForce } from './store.ts';

type LimitName = keyof OwnLimits;

/** Names of the limits that a subject can have, in the order of screens. */
export function namesOf({ subjectKind }: Pick<LimitedSubject, 'subjectKind'>): LimitName[] {
  return (subjectKind === 'user' ? consumerLimits : merchantLimits).keyof().options;
}

/** Returns the general limits of a subject. Shops have none of these kinds. */
export function generalLimits(
  { subjectKind }: Pick<LimitedSubject, 'subjectKind'>,
  limits: Limits,
): OwnLimits {
  if (subjectKind === 'merchant') return {};
  const { maximumTransaction: transaction, daily } = limits;
  return { transaction, purchasesDaily: daily, withdrawalsDaily: daily };
}

/**
 * Returns the limits that apply. Own limits that only one administrator has set never exceed the general ones, also if
 * these have become lower since.
 */
export function appliedLimits(general: OwnLimits, own: OwnLimitsInForce | undefined): OwnLimits {
  const applied = { ...general, ...own?.limits };
  if (own === undefined || own.isApproved) return applied;
  return Object.fromEntries(
    Object.entries(applied).map(([name, value]) => {
      const most = general[name as LimitName];
      return [name, most === undefined ? value : Math.min(value, most)];
    }),
  );
}

/** Reads the limits of one consumer. Lock the consumer first to decide by them. */
export async function readConsumerLimits(
  db: Db,
  userId: string,
  general: Limits,
): Promise<{ transaction: number; purchasesDaily: number; withdrawalsDaily: number }> {
  const own = await readOwnInForce(db, { subjectKind: 'user', subjectId: userId });
  const { maximumTransaction, daily } = general;
  const applied = appliedLimits(generalLimits({ subjectKind: 'user' }, general), own);
  const { transaction = maximumTransaction, purchasesDaily = daily, withdrawalsDaily = daily } = applied;
  return { transaction, purchasesDaily, withdrawalsDaily };
}
