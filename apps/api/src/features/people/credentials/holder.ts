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
  /** The address for notices. */
  email: string;
  /** The proven number, as 254XXXXXXXXX, which gets notices as well. */
  msisdn?: string;
  language: LanguageName;
  /** The account's own names and addresses, which its password must not contain. */
  ownWords: readonly string[];
  passwordHash: string;
  /** The owner says that a stranger knows the password. It proves nothing until it is reset. */
  isPasswordDoubted: boolean;
  /** Stores a password the holder has chosen. Raises the session version, which ends every session. */
  savePassword: (
    tx: Transaction,
    passwordHash: string,
    how: 'password-changed' | 'password-reset',
  ) => Promise<void>;
  /** The address was never proven, and the number was: the address may be a stranger's. */
  isEmailDoubtful?: boolean;
  /** For consumers: makes the link by which the owner says "this was not me". */
  notMeLink?: (tx: Transaction, deps: Pick<Deps, 'config'>) => Promise<string>;
  /** Writes the audit entry where the database does not. Call it last in a transaction. */
  record?: (tx: Transaction, event: CredentialEvent) => Promise<void>;
};

/** An account that a person names without being signed in. */
export type Claimed = {
  audience: SessionAudience;
  /** In its canonical spelling: email, merchant code or 254XXXXXXXXX. */
  account: string;
  channel: 'email' | 'sms';
  /** Recipient of code and link: an address in lower case, or 254XXXXXXXXX. */
  target: string;
  /** @returns undefined if there is no such account, or the contact may not reset its password */
  find: (db: Db) => Promise<Holder | undefined>;
  /**
   * Refuses if the contact alone is not enough proof at the moment. It may call a provider, so not inside a
   * transaction.
   * @throws Refusal
   */
  requireTrusted?: (holder: Holder) => Promise<void>;
  /** Reads the delay of an address that is too new to reset the account's password. */
  readDelay?: (db: Db) => Promise<ResetDelay | undefined>;
};

/** When a new address may reset the password, and the former address, which may until then. */
export type ResetDelay = { language: LanguageName; from: Date; formerEmail: string | undefined };

/**
 * Returns the subject of codes and links; a derived id if there is no such account. Each channel has its own subject,
 * so that requests and tries on one channel never use up the other's.
 */
export function subjectOf(
  { audience, account, channel, target }: Claimed,
  holder: Holder | undefined,
): string {
  if (!holder) return derivedId('nobody', audience, account, target);
  return channel === 'email' ? holder.id : resetSubjectBySms(holder.id);
}

/** Returns the subject of codes and links sent by SMS. */
export function resetSubjectBySms(holderId: string): string {
  return derivedId('reset-by-sms', holderId);
}
