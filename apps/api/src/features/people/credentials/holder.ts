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

/** An account with a password: a consumer, a staff member of a merchant, or an administrator. */
export type Holder = {
  id: string;
  audience: SessionAudience;
  /** The sign-in name in its canonical spelling. An authenticator app shows it next to our name. */
  account: string;
  /** Email address for notices. */
  email: string;
  /** Proven phone number (254XXXXXXXXX), which gets notices too. */
  msisdn?: string;
  language: LanguageName;
  /** Names, email addresses and phone numbers of the holder, which the password must not contain. */
  ownWords: readonly string[];
  passwordHash: string;
  /** The owner reported that a stranger knows the password. Until a reset the password is no proof. */
  isPasswordDoubted: boolean;
  /** Stores a password that the holder has chosen, and ends every session by raising the session version. */
  savePassword: (
    tx: Transaction,
    passwordHash: string,
    how: 'password-changed' | 'password-reset',
  ) => Promise<void>;
  /** True if the phone number is proven and the email address is not, so the address may be a stranger's. */
  isEmailDoubtful?: boolean;
  /** Makes the "this was not me" link for the notice; only consumers have one. */
  notMeLink?: (tx: Transaction, deps: Pick<Deps, 'config'>) => Promise<string>;
  /** Writes the audit entry, for accounts whose database function does not. Call it last in a transaction. */
  record?: (tx: Transaction, event: CredentialEvent) => Promise<void>;
};

/** An account that a person names without being signed in. */
export type Claimed = {
  audience: SessionAudience;
  /** Sign-in name in its canonical spelling: email address, merchant code or 254XXXXXXXXX. */
  account: string;
  channel: 'email' | 'sms';
  /** Recipient of code and link: an email address in lower case, or a phone number as 254XXXXXXXXX. */
  target: string;
  /**
   * Finds the account.
   * @returns undefined if it does not exist, or `target` may not reset its password
   */
  find: (db: Db) => Promise<Holder | undefined>;
  /**
   * Refuses the reset if `target` alone is too weak a proof, as after a SIM swap. May call a provider, so
   * never call it in a transaction.
   * @throws Refusal
   */
  requireTrusted?: (holder: Holder) => Promise<void>;
  /** Returns the delay, if `target` is an email address too new to reset the password. */
  readDelay?: (db: Db) => Promise<ResetDelay | undefined>;
};

/** The time from which a new email address may reset the password, and the former address, which may until then. */
export type ResetDelay = { language: LanguageName; from: Date; formerEmail: string | undefined };

/**
 * Returns the id that codes, links and their limits are stored under; a derived id if there is no such
 * account. Mail and SMS have separate ids, so that attempts on one channel never use up the other's limit.
 */
export function subjectOf(
  { audience, account, channel, target }: Claimed,
  holder: Holder | undefined,
): string {
  if (!holder) return derivedId('nobody', audience, account, target);
  return channel === 'email' ? holder.id : resetSubjectBySms(holder.id);
}

/** Returns the id that codes and links sent by SMS are stored under. */
export function resetSubjectBySms(holderId: string): string {
  return derivedId('reset-by-sms', holderId);
}
