import type { Db, Transaction } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Claimed, Holder } from '../credentials/index.ts';
import { deleteDevices, deleteSecondFactor } from '../sessions/index.ts';
import { deleteProofsOf } from './email-verification-store.ts';
import {
  dropUnprovenContacts,
  readCredentials,
  readOwnCredentials,
  updatePassword,
  type Credentials,
} from './store.ts';

/**
 * The signed-in consumer as holder of a password.
 * @throws Refusal `unauthenticated` when the account is gone
 */
export async function consumerHolder(db: Db, userId: string): Promise<Holder> {
  const known = await readOwnCredentials(db, userId);
  if (!known) throw new Refusal('unauthenticated');
  return holderOf(known);
}

/** Whoever says to have the account of this address. */
export function claimedConsumer(email: string): Claimed {
  return {
    audience: 'consumer',
    account: email,
    email,
    find: async (db) => {
      const known = await readCredentials(db, email);
      return known && { ...holderOf(known), savePassword: (tx, hash) => resetPassword(tx, known.id, hash) };
    },
  };
}

/**
 * Whoever resets the password reads the mail of the address. When that was never shown before, the account may have been
 * made by somebody else: then nothing by which that person gets in, is told or is asked for money stays.
 */
async function resetPassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  await updatePassword(tx, userId, passwordHash);
  if (!(await dropUnprovenContacts(tx, userId))) return;
  await deleteDevices(tx, userId);
  await deleteSecondFactor(tx, userId);
  await deleteProofsOf(tx, userId);
}

function holderOf({ id, email, language, passwordHash }: Credentials): Holder {
  return {
    id,
    audience: 'consumer',
    account: email,
    email,
    language,
    passwordHash,
    savePassword: (tx, newHash) => updatePassword(tx, id, newHash),
  };
}
