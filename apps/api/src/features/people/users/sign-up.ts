import type { LanguageName } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { newId } from '../../../platform/ids.ts';
import { countUnverifiedContactMessage } from '../../services/messages/index.ts';
import { requireGoodPassword, type RightCode } from '../credentials/index.ts';
import { hashPassword, inConstantTime } from '../sessions/index.ts';
import { canMove, mailHeldAddress, mailVerification } from './mail-verification.ts';
import { insertUser, insertUserWithoutEmail, type NewUser } from './new-user-store.ts';
import { findUserByEmail, findUsersByVerifiedContact, markPhoneVerified } from './store.ts';

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
 * Adds an account. For an address that has one already, answer and timing are the same; its owner gets a mail, and
 * nothing changes. An address that another account has not confirmed next to its proven phone may be the newcomer's.
 * It waits on the new account, and the mailed link moves it.
 * @throws Refusal `password_common`, `password_personal`, `overloaded`, `too_many_requests` when strangers have used
 * up the day's mails
 */
export async function signUp(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  request: SignUpRequest,
): Promise<void> {
  const { firstName, lastName, email, phoneNumber, language, password } = request;
  await requireGoodPassword(password, [firstName, lastName, email, phoneNumber], 'password');
  await inConstantTime(async () => {
    const passwordHash = await hashPassword(password);
    const id = newId();
    await inTransaction(deps.db, async (tx) => {
      // A mail goes to the address in any case: to the newcomer, or to its owner.
      await countUnverifiedContactMessage(tx, deps, { channel: 'email', to: email });
      const user = { id, firstName, lastName, phoneMsisdn: phoneNumber, passwordHash, language };
      const isNew = await insertUser(tx, { ...user, email });
      if (isNew) return mailVerification(tx, deps, { userId: id, email, language });
      const holder = await findUserByEmail(tx, email);
      if (!holder) return;
      const mayMove = canMove(holder, email);
      // The same for every number, so that no answer reveals the holder's.
      if (mayMove) await insertUserWithoutEmail(tx, { ...user, pendingEmail: email });
      // A person who names both contacts has forgotten the old account. A move would leave its money behind.
      const isMoving = mayMove && holder.phoneMsisdn !== phoneNumber;
      await mailHeldAddress(tx, deps, { holder, isMoving, wanted: { userId: id, email, language } });
    });
  });
}

/**
 * Adds the account of a person who has proven a number with a code, and spends the code. The address is handled as at
 * a sign-up: no answer reveals whether it has an account already. If it has, it waits. An account without an address
 * signs in by number or passkey, and gets one by a change of contact.
 * @throws Refusal `number_has_account`, `verification_code_invalid` when the code was used or replaced since it was
 * checked
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
 * Refuses a number that has an account.
 * @param msisdn 254XXXXXXXXX, whose holder makes the request
 * @throws Refusal `number_has_account`
 */
export async function requireFreeNumber(db: Db, msisdn: string): Promise<void> {
  if ((await findUsersByVerifiedContact(db, { msisdn })).length > 0) throw new Refusal('number_has_account');
}
