import type { Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { notify } from '../../messages/messages/index.ts';
import { atMost, countAttemptsIn } from '../sessions/index.ts';
import type { UserRecord } from './store.ts';

const REMINDERS_AN_HOUR = atMost(3, 3_600);

/** Tells whoever has an account that somebody wanted another one with the same address. */
export async function tellOwnerOfAddress(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  owner: UserRecord,
): Promise<void> {
  const { firstName, email, language } = owner;
  const waitSeconds = await countAttemptsIn(tx, deps.keys, [
    { words: ['account-exists', email], rule: REMINDERS_AN_HOUR },
  ]);
  if (waitSeconds > 0) return;
  await notify(tx, deps, { template: 'account-exists', data: { firstName }, email, language });
}
