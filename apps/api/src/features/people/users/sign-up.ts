import type { LanguageName } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { newId } from '../../../platform/ids.ts';
import { countUnverifiedContactMessage } from '../../services/messages/index.ts';
import { requireUnblockedNumbers } from '../block-list/index.ts';
import { requireGoodPassword, type RightCode } from '../credentials/index.ts';
import { hashPassword, inConstantTime, NO_PASSWORD } from '../sessions/index.ts';
import { canMove, mailHeldAddress, mailVerification } from './mail-verification.ts';
import {
  insertUser,
  insertUserWithoutEmail,
  isPhoneTaken,
  markCallingPhoneVerified,
  type NewUser,
} from './new-user-store.ts';
import { findUserByEmail, markPhoneVerified } from './store.ts';

export type SignUpRequest = {
  firstName: string;
  lastName: string;
  /** In lower case. */
  email: string;
  /** 254XXXXXXXXX. */
  phoneNumber: string;
  password: string;
  language: LanguageName;
};

/**
 * Adds an account. If the email address already has an account, its owner gets a mail and nothing changes;
 * answer and timing are the same. If the holder never confirmed the address next to a proven phone, it may be
 * the newcomer's. Then the new account waits for the address, and the mailed link moves it.
 * @throws Refusal `not_available_here`, `password_common`, `password_personal`, `overloaded`, `too_many_requests` when strangers
 * have used up the day's mails
 */
export async function signUp(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  request: SignUpRequest,
): Promise<void> {
  const { firstName, lastName, email, phoneNumber, language, password } = request;
  await requireUnblockedNumbers(deps, phoneNumber);
  await requireGoodPassword(password, [firstName, lastName, email, phoneNumber], 'password');
  await inConstantTime(async () => {
    const passwordHash = await hashPassword(password);
    const id = newId();
    await inTransaction(deps.db, async (tx) => {
      // Each sign-up sends a mail to the address, for the newcomer or for the holder.
      await countUnverifiedContactMessage(tx, deps, { channel: 'email', to: email });
      const user = { id, firstName, lastName, phoneMsisdn: phoneNumber, passwordHash, language };
      const isNew = await insertUser(tx, { ...user, email });
      if (isNew) return mailVerification(tx, deps, { userId: id, email, language });
      const holder = await findUserByEmail(tx, email);
      if (!holder) return;
      const mayMove = canMove(holder, email);
      // Ignores the phone number, so that no answer reveals the holder's.
      if (mayMove) await insertUserWithoutEmail(tx, { ...user, pendingEmail: email });
      // A person who names both contacts of an account has forgotten it. Moving the address would leave its
      // money behind.
      const isMoving = mayMove && holder.phoneMsisdn !== phoneNumber;
      await mailHeldAddress(tx, deps, { holder, isMoving, wanted: { userId: id, email, language } });
    });
  });
}

/**
 * Adds the account of a person who has proven a phone number with a code, and spends the code. As at a
 * sign-up, no answer reveals whether the email address has an account already. If it has, the address is only
 * pending. An account without an address signs in by phone number or passkey, and can add an address later.
 * @throws Refusal `number_has_account`, `verification_code_invalid` when the code was used or replaced since
 * it was checked
 */
export async function createUserOfPhone(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  user: Omit<NewUser, 'email'> & { email: string | undefined; code: RightCode },
): Promise<void> {
  const { id, email, language, code } = user;
  await requireFreeNumber(tx, code.target);
  const hasAddress = email !== undefined && (await insertUser(tx, { ...user, email }));
  if (!hasAddress) await insertUserWithoutEmail(tx, { ...user, pendingEmail: email });
  if (!(await markPhoneVerified(tx, id, code))) throw new Refusal('verification_code_invalid');
  if (email === undefined) return;
  if (hasAddress) return mailVerification(tx, deps, { userId: id, email, language });
  const holder = await findUserByEmail(tx, email);
  if (!holder) return;
  const isMoving = canMove(holder, email);
  await mailHeldAddress(tx, deps, { holder, isMoving, wanted: { userId: id, email, language } });
}

/**
 * Adds the account of a person whom the mobile operator names as the caller of a USSD session. It has neither an email
 * address nor a password; a reset by SMS sets a password.
 * @param user.phoneMsisdn 254XXXXXXXXX, the caller
 * @throws Refusal `number_has_account`
 */
export async function createUserOfCaller(
  tx: Transaction,
  user: Omit<NewUser, 'email' | 'passwordHash'>,
): Promise<void> {
  await requireFreeNumber(tx, user.phoneMsisdn);
  await insertUserWithoutEmail(tx, { ...user, passwordHash: NO_PASSWORD, pendingEmail: undefined });
  if (!(await markCallingPhoneVerified(tx, user.id, user.phoneMsisdn)))
    throw new Refusal('number_has_account');
}

/**
 * Refuses a phone number that an account has verified or can take back, or that an open lost-contact case names.
 * @param msisdn 254XXXXXXXXX, proven by the caller
 * @throws Refusal `number_has_account`
 */
export async function requireFreeNumber(db: Db, msisdn: string): Promise<void> {
  if (await isPhoneTaken(db, msisdn)) throw new Refusal('number_has_account');
}
