import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Claimed, Holder } from '../credentials/index.ts';
import { readCredentials, readOwnCredentials, updatePassword, type Credentials } from './store.ts';

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
      return known && holderOf(known);
    },
  };
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
