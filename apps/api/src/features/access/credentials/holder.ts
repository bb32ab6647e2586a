import type { LanguageName } from '@zawadi/contract';
import type { Transaction } from '../../../platform/db/database.ts';
import type { SessionAudience } from '../sessions/index.ts';

/** What somebody does with the ways into an account. */
export type CredentialEvent =
  | 'password-changed'
  | 'password-reset'
  | 'two-factor-on'
  | 'two-factor-off'
  | 'recovery-codes-renewed'
  | 'passkey-added'
  | 'passkey-removed';

/** Whoever signs in with a password: a consumer, a member of a merchant's staff, or an administrator. */
export type Holder = {
  id: string;
  audience: SessionAudience;
  /** What is typed to sign in, in one canonical spelling. An authenticator app shows it beside our name. */
  account: string;
  /** Where codes and notices go. */
  email: string;
  language: LanguageName;
  /** Names and addresses that everybody knows; no password is made of them. */
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
  /** Keeps on record what was done, where the database does not do so itself. To be called last in a transaction. */
  record?: (tx: Transaction, event: CredentialEvent) => Promise<void>;
};
