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
 * Makes an account. An address that has one already gets the same answer after the same time; its owner gets a
 * mail, and nothing changes. One that another account has never confirmed beside its proven phone may be the newcomer's: it
 * waits on the new account, and the link that is mailed moves it.
 * @throws Refusal `password_common`, `password_personal`, `overloaded`, `too_many_requests` when strangers have had their mails
 * of the day
 */
export async function signUp(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  request: SignUpRequest,
): Promise<void> {
  const { firstName, lastName, email, phoneNumber, language, password } = request;
  await requireGoodPassword(password, [firstName, lastName, email], 'password');
  await inConstantTime(async () => {
    const passwordHash = await hashPassword(password);
    const id = newId();
    await inTransaction(deps.db, async (tx) => {
      // Whoever has the address gets a mail: the one who signs up, or its owner.
      await countUnverifiedContactMessage(tx, deps, { channel: 'email', to: email });
      const user = { id, firstName, lastName, phoneMsisdn: phoneNumber, passwordHash, language };
      const isNew = await insertUser(tx, { ...user, email });
      if (isNew) return mailVerification(tx, deps, { userId: id, email, language });
      const holder = await findUserByEmail(tx, email);
      if (!holder) return;
      const mayMove = canMove(holder, email);
      // Whatever number is named: that it is the holder's shows in no answer.
      if (mayMove) await insertUserWithoutEmail(tx, { ...user, pendingEmail: email });
      // Who names both contacts of an account has forgotten it, and would leave its money behind.
      const isMoving = mayMove && holder.phoneMsisdn !== phoneNumber;
      await mailHeldAddress(tx, deps, { holder, isMoving, wanted: { userId: id, email, language } });
    });
  });
}

/**
 * Makes the account of a person who has proven a number by a code that went there, and spends the code. The address is
 * treated as at a sign-up: whether it has an account already shows nowhere. Where it has, it waits. An account
 * without an address signs in by number or passkey, and gets one by a change of contact.
 * @throws Refusal `number_has_account`, `verification_code_invalid` when the code was used or replaced meanwhile
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
 * @param msisdn 254XXXXXXXXX, whose holder has asked
 * @throws Refusal `number_has_account`
 */
export async function requireFreeNumber(db: Db, msisdn: string): Promise<void> {
  if ((await findUsersByVerifiedContact(db, { msisdn })).length > 0) throw new Refusal('number_has_account');
}
