import type { LanguageName } from '@zawadi/contract';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { derivedId } from '../../../platform/ids.ts';
import type { SessionAudience } from '../sessions/index.ts';

/** Changes to the credentials of an account. */
export type CredentialEvent =
  | 'password-changed'
  | 'password-reset'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'recovery-codes-renewed'
  | 'passkey-added'
  | 'passkey-removed';

/** An account that signs in with a password: a consumer, a member of a merchant's staff, or an administrator. */
export type Holder = {
  id: string;
  audience: SessionAudience;
  /** What is typed to sign in, in one canonical spelling. An authenticator app shows it beside our name. */
  account: string;
  /** Where notices go. */
  email: string;
  /** The proven number, as 254XXXXXXXXX, which is notified as well. */
  msisdn?: string;
  language: LanguageName;
  /** The account's own names and addresses, which no password may be made of. */
  ownWords: readonly string[];
  passwordHash: string;
  /** The owner says that a stranger knows it: it proves nothing until it is reset. */
  isPasswordDoubted: boolean;
  /** Stores a password the holder has chosen, and ends every session by raising the session version. */
  savePassword: (
    tx: Transaction,
    passwordHash: string,
    how: 'password-changed' | 'password-reset',
  ) => Promise<void>;
  /** The address was never proven and stands beside a proven number: it may be a stranger's. */
  isEmailDoubtful?: boolean;
  /** Of consumers: makes a link by which the owner says "this was not me". */
  notMeLink?: (tx: Transaction, deps: Pick<Deps, 'config'>) => Promise<string>;
  /** Keeps on record what was done, where the database does not do so itself. To be called last in a transaction. */
  record?: (tx: Transaction, event: CredentialEvent) => Promise<void>;
};

/** An account as named without being signed in. */
export type Claimed = {
  audience: SessionAudience;
  /** In one canonical spelling: email, merchant code or 254XXXXXXXXX. */
  account: string;
  channel: 'email' | 'sms';
  /** Where code and link go: an address in lower case, or 254XXXXXXXXX. */
  target: string;
  /** @returns undefined when there is no such account, or the contact may not reset its password */
  find: (db: Db) => Promise<Holder | undefined>;
  /**
   * Refuses when the contact cannot be trusted alone at the moment. It may ask a provider: not for a transaction.
   * @throws Refusal
   */
  requireTrusted?: (holder: Holder) => Promise<void>;
  /** When the address is the account's, and too young to reset its password. */
  readDelay?: (db: Db) => Promise<ResetDelay | undefined>;
};

/** From when an address may reset the password, and the former one, which may until then. */
export type ResetDelay = { language: LanguageName; from: Date; formerEmail: string | undefined };

/**
 * The subject of codes and links; an id of no account when there is no such account. Each channel has its own, so that
 * codes asked for and tried by one channel never use up the other.
 */
export function subjectOf(
  { audience, account, channel, target }: Claimed,
  holder: Holder | undefined,
): string {
  if (!holder) return derivedId('nobody', audience, account, target);
  return channel === 'email' ? holder.id : resetSubjectBySms(holder.id);
}

/** The subject of codes and links that go out by SMS. */
export function resetSubjectBySms(holderId: string): string {
  return derivedId('reset-by-sms', holderId);
}
