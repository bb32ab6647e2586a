import { staff, type StaffRole } from '@zawadi/contract';
import type { Transaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { areOfOneDay, lockStanding } from './standing-store.ts';

const MONEY: readonly StaffRole[] = staff.money;

/**
 * Makes sure, until the end of the transaction, that what one asked for and another one lets happen are two people, and
 * that both may decide about money now: whoever was disabled, or has another role, since the request was made or the
 * session last looked at, counts no more.
 * @throws Refusal `second_person_needed`, `asker_gone`, `forbidden`
 */
export async function requireTwoPeople(
  tx: Transaction,
  { askerId, deciderId }: { askerId: string; deciderId: string },
): Promise<void> {
  if (askerId === deciderId) throw new Refusal('second_person_needed');
  const standing = await lockStanding(tx, [askerId, deciderId]);
  const maySay = (id: string) => {
    const found = standing.find((one) => one.id === id);
    return found?.status === 'ACTIVE' && MONEY.includes(found.staffRole);
  };
  if (!maySay(deciderId)) throw new Refusal('forbidden');
  if (!maySay(askerId)) throw new Refusal('asker_gone');
  // Anybody who may add colleagues could be two of them.
  if (await areOfOneDay(tx, askerId, deciderId)) {
    const sentence =
      'One of you has let the other one in, or given them a role, within the last day. Somebody else has to confirm this.';
    throw new Refusal('second_person_needed', {}, sentence);
  }
}
