import type { Transaction } from '../../../platform/db/database.ts';
import { findRelated, listActive } from '../../services/approvals/index.ts';

/**
 * Whether one administrator is the last who may check another one: active, with the role that decides about everything,
 * and neither let in by the other nor the other way round. Without that second person the other one would decide alone.
 */
export async function isLastChecker(
  tx: Transaction,
  { administratorId, makerId }: { administratorId: string; makerId: string },
): Promise<boolean> {
  const related = await findRelated(tx, makerId);
  const checkers = (await listActive(tx)).filter(
    ({ id, staffRole }) => staffRole === 'administrator' && id !== makerId && !related.has(id),
  );
  return checkers.length === 1 && checkers[0]?.id === administratorId;
}
