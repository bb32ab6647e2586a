import type { Db, Transaction } from '../../../platform/db/database.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { Refusal } from '../../../platform/refusal.ts';
import {
  deleteContactChanges,
  findFormerAddress,
  findLatestFormer,
  openNotMeLink,
  type Claimed,
  type Holder,
  type ResetDelay,
} from '../credentials/index.ts';
import { forgetPasskeys } from '../passkeys/index.ts';
import { deleteDevices, deleteSecondFactor } from '../sessions/index.ts';
import { requirePhoneAlone, type PhoneDeps } from './phone-alone.ts';
import { deleteProofsOf } from './email-verification-store.ts';
import {
  readCredentials,
  readCredentialsByPhone,
  readOwnCredentials,
  type Credentials,
  type KnownByAddress,
} from './credentials-store.ts';
import {
  confirmEmailByReset,
  lockUserRecord,
  resetPasswordBy,
  shownEmailOf,
  updatePassword,
} from './store.ts';
import { takeBackContact } from './take-back-contact.ts';

/**
 * Returns the signed-in consumer's credentials.
 * @throws Refusal `unauthenticated` when the account is gone
 */
export async function consumerHolder(db: Db, userId: string): Promise<Holder> {
  const known = await readOwnCredentials(db, userId);
  if (!known) throw new Refusal('unauthenticated');
  return holderOf(known);
}

/** Describes a person who claims to own the account with this email address, without being signed in. */
export function claimedConsumer(email: string): Claimed {
  return {
    audience: 'consumer',
    account: email,
    channel: 'email',
    target: email,
    find: async (db) => {
      const known = await readCredentials(db, email);
      if (known && !known.isAddressYoung) return mayResetByEmail(known) ? resetByEmail(known) : undefined;
      return findFormer(db, email);
    },
    readDelay: async (db) => {
      const known = await readCredentials(db, email);
      return known && readDelay(db, known);
    },
  };
}

/** Describes a person who claims to own the account that has proven this phone number (254XXXXXXXXX). */
export function claimedByPhone(deps: PhoneDeps, msisdn: string): Claimed {
  return {
    audience: 'consumer',
    account: msisdn,
    channel: 'sms',
    target: msisdn,
    find: async (db) => {
      const known = await readCredentialsByPhone(db, msisdn);
      return known && resetByPhone(known, msisdn);
    },
    requireTrusted: ({ id }) => requirePhoneAlone(deps, id, msisdn),
  };
}

/**
 * Describes the recipient of a link.
 * @param target an email address, or a phone number as 254XXXXXXXXX
 */
export function claimedByTarget(deps: PhoneDeps, target: string): Claimed {
  return target.includes('@') ? claimedConsumer(target) : claimedByPhone(deps, target);
}

/** An unproven email address may be a stranger's. It may reset the password only if the account has no proven phone. */
function mayResetByEmail({ emailVerified, msisdn }: Pick<Credentials, 'emailVerified' | 'msisdn'>): boolean {
  return emailVerified || msisdn === null;
}

function resetByPhone(known: Credentials, msisdn: string): Holder {
  const { id: userId } = known;
  return {
    ...holderOf(known),
    account: msisdn,
    savePassword: (tx, passwordHash) => resetPasswordBy(tx, { userId, passwordHash, channel: 'sms' }),
  };
}

function resetByEmail(known: Credentials): Holder {
  return { ...holderOf(known), savePassword: (tx, hash) => resetPassword(tx, known.id, hash) };
}

/**
 * For a day after a change the former email address can still reset the password. That reset restores the
 * former address.
 */
async function findFormer(db: Db, email: string): Promise<Holder | undefined> {
  const [change] = await findFormerAddress(db, { audience: 'consumer', email });
  const known = change && (await readOwnCredentials(db, change.subjectId));
  if (!known) return undefined;
  const wasProven = change.formerVerifiedAt !== null;
  if (!mayResetByEmail({ ...known, emailVerified: wasProven })) return undefined;
  return {
    ...holderOf(known),
    account: email,
    email,
    savePassword: async (tx, hash) => {
      await lockUserRecord(tx, known.id);
      await takeBackContact(tx, change);
      await resetPassword(tx, known.id, hash);
    },
  };
}

async function readDelay(
  db: Db,
  { id, language, isAddressYoung, emailChangedAt }: KnownByAddress,
): Promise<ResetDelay | undefined> {
  if (!isAddressYoung || !emailChangedAt) return undefined;
  const former = await findLatestFormer(db, { audience: 'consumer', subjectId: id });
  return { language, from: new Date(emailChangedAt.getTime() + DAY_MS), formerEmail: former };
}

/**
 * Resets the password, which proves that the owner reads the email address. If neither address nor phone was
 * proven before, an impostor may have made the account. Then sessions, passkeys, waiting contacts and second
 * factor are removed.
 * @throws Refusal `verification_code_invalid` when a phone was proven after the code was requested
 */
async function resetPassword(tx: Transaction, userId: string, passwordHash: string): Promise<void> {
  const user = await lockUserRecord(tx, userId);
  if (user?.phoneVerified && !user.emailVerified) throw new Refusal('verification_code_invalid');
  await resetPasswordBy(tx, { userId, passwordHash, channel: 'email' });
  if (!(await confirmEmailByReset(tx, userId))) return;
  await deleteDevices(tx, userId);
  await deleteSecondFactor(tx, userId);
  await forgetPasskeys(tx, { audience: 'consumer', subjectId: userId });
  await deleteProofsOf(tx, userId);
  await deleteContactChanges(tx, { audience: 'consumer', subjectId: userId });
}

function holderOf({ id, firstName, lastName, email, msisdn, ...known }: Credentials): Holder {
  const shownEmail = shownEmailOf({ email, ...known });
  return {
    id,
    audience: 'consumer',
    account: shownEmail || (msisdn ?? email),
    email,
    ...(msisdn !== null && { msisdn }),
    isEmailDoubtful: !known.emailVerified && msisdn !== null,
    notMeLink: (tx, deps) => openNotMeLink(tx, deps, { userId: id, about: 'reset' }),
    language: known.language,
    ownWords: [firstName, lastName, shownEmail, msisdn ?? ''],
    passwordHash: known.passwordHash,
    isPasswordDoubted: known.isPasswordDoubted,
    savePassword: (tx, newHash) => updatePassword(tx, id, newHash),
  };
}
