import type { LanguageName } from '@zawadi/contract';
import type { Db } from '../../../platform/db/database.ts';
import { derivedId } from '../../../platform/ids.ts';
import type { SessionAudience } from '../sessions/index.ts';
import type { Holder } from './holder.ts';

/** An account as named without being signed in. */
export type Claimed = {
  audience: SessionAudience;
  /** In one canonical spelling: e-mail or merchant code. */
  account: string;
  /** In lower case. */
  email: string;
  /** @returns undefined when there is no such account, or the address may not reset its password */
  find: (db: Db) => Promise<Holder | undefined>;
  /** When the address is the account's, and too young to reset its password. */
  readDelay?: (db: Db) => Promise<ResetDelay | undefined>;
};

/** From when an address may reset the password, and the former one, which may until then. */
export type ResetDelay = { language: LanguageName; from: Date; formerEmail: string | undefined };

/** Whose codes and links they are; of an id of no account when there is no such one. */
export function subjectOf({ audience, account, email }: Claimed, holder: Holder | undefined): string {
  return holder?.id ?? derivedId('nobody', audience, account, email);
}
