import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Claimed, Holder } from '../credentials/index.ts';
import {
  readAdministratorCredentials,
  readOwnCredentials,
  savePassword,
  type AdministratorCredentials,
} from './store.ts';

/**
 * Returns the signed-in administrator's credentials.
 * @throws Refusal `unauthenticated` when the account is gone
 */
export async function administratorHolder(db: Db, administratorId: string): Promise<Holder> {
  const known = await readOwnCredentials(db, administratorId);
  if (!known) throw new Refusal('unauthenticated');
  return holderOf(known);
}

/** Describes a person who claims to be the administrator with this email address, without being signed in. */
export function claimedAdministrator(email: string): Claimed {
  return {
    audience: 'admin',
    account: email,
    channel: 'email',
    target: email,
    find: async (db) => {
      const known = await readAdministratorCredentials(db, email);
      return known?.status === 'ACTIVE' ? holderOf(known) : undefined;
    },
  };
}

function holderOf({ id, email, name, passwordHash }: AdministratorCredentials): Holder {
  return {
    id,
    audience: 'admin',
    account: email,
    email,
    language: 'en',
    ownWords: [name, email],
    passwordHash,
    isPasswordDoubted: false,
    savePassword: (tx, hash, how) => savePassword(tx, id, { hash, how }),
  };
}
