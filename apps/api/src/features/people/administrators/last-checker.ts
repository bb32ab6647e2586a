import type { Transaction } from '../../../platform/db/database.ts';
import { findRelated, listActive } from '../../services/approvals/index.ts';

/**
 * Returns whether this administrator is the last one who may approve the maker's requests. A checker is
 * active, has the role with all rights, and neither admitted the maker nor was admitted by them. Without a
 * checker the maker would decide alone.
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
