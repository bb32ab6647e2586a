import type { OwnUssdPin } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { securityEvent } from '../../../http/security-events.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requirePassword } from '../../people/credentials/index.ts';
import { consumerHolder, lockUserRecord } from '../../people/users/index.ts';
import { deletePin, endMoneyWait, readOwnPin } from './pin-store.ts';

type Answer = { ussdPin: OwnUssdPin | null };
type Proof = { userId: string; password: string };

/** Reads the state of a consumer's own PIN. */
export async function describeOwnPin(db: Db, userId: string): Promise<Answer> {
  const pin = await readOwnPin(db, userId);
  return { ussdPin: pin ? { state: pin.state, waitsUntil: pin.waitsUntil?.toISOString() ?? null } : null };
}

/**
 * Ends the 24 hours in which a new PIN moves no money. The password proves that the owner of the account knows of the PIN.
 * @throws Refusal `not_found` without a PIN, and as `requirePassword`
 */
export async function allowWithdrawals(deps: Pick<Deps, 'db' | 'keys'>, proof: Proof): Promise<Answer> {
  await change(deps, proof, endMoneyWait);
  securityEvent('ussd-pin.allowed', { audience: 'consumer', account: proof.userId });
  return describeOwnPin(deps.db, proof.userId);
}

/**
 * Removes the own PIN. The next one moves no money for 24 hours.
 * @throws Refusal `not_found` without a PIN, and as `requirePassword`
 */
export async function removeOwnPin(deps: Pick<Deps, 'db' | 'keys'>, proof: Proof): Promise<Answer> {
  await change(deps, proof, deletePin);
  securityEvent('ussd-pin.removed', { audience: 'consumer', account: proof.userId });
  return { ussdPin: null };
}

async function change(
  deps: Pick<Deps, 'db' | 'keys'>,
  { userId, password }: Proof,
  apply: (tx: Transaction, userId: string) => Promise<void>,
): Promise<void> {
  await requirePassword(deps, await consumerHolder(deps.db, userId), password);
  await inTransaction(deps.db, async (tx) => {
    await lockUserRecord(tx, userId);
    if (!(await readOwnPin(tx, userId))) throw new Refusal('not_found');
    await apply(tx, userId);
  });
}
