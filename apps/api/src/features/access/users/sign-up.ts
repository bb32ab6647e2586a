import type { LanguageName } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Db, Transaction } from '../../../platform/db/database.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { newId } from '../../../platform/ids.ts';
import { countStrangerMessage } from '../../messages/messages/index.ts';
import { requireGoodPassword, type RightCode } from '../credentials/index.ts';
import { hashPassword, inConstantTime } from '../sessions/index.ts';
import { mailVerification, tellOwnerOfAddress } from './mail-verification.ts';
import {
  findUserByEmail,
  findUsersByVerifiedContact,
  insertUser,
  markPhoneVerified,
  placeholderEmail,
  putPendingEmail,
  type NewUser,
} from './store.ts';

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
 * Makes an account. An address that has one already gets the same answer after the same time; its owner is told by
 * mail and nothing changes.
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
      await countStrangerMessage(tx, deps, { channel: 'email', to: email });
      const isNew = await insertUser(tx, {
        id,
        firstName,
        lastName,
        email,
        phoneMsisdn: phoneNumber,
        passwordHash,
        language,
      });
      if (isNew) return mailVerification(tx, deps, { userId: id, email, language });
      const owner = await findUserByEmail(tx, email);
      if (owner) await tellOwnerOfAddress(tx, deps, { ...owner, email });
    });
  });
}

/**
 * Makes the account of a person who has proven a number by a code that went there, and spends the code. The address is
 * treated as at a sign-up: whether it has an account already shows nowhere. Where it has, its owner is told. An account
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
  if (!hasAddress) await insertUser(tx, { ...user, email: placeholderEmail(id) });
  if (!hasAddress && email !== undefined) await putPendingEmail(tx, id, email);
  if (!(await markPhoneVerified(tx, id, code))) throw new Refusal('verification_code_invalid');
  if (email === undefined) return;
  if (hasAddress) return mailVerification(tx, deps, { userId: id, email, language });
  const owner = await findUserByEmail(tx, email);
  if (owner) await tellOwnerOfAddress(tx, deps, { ...owner, email });
}

/**
 * @param msisdn 254XXXXXXXXX, whose holder has asked
 * @throws Refusal `number_has_account`
 */
export async function requireFreeNumber(db: Db, msisdn: string): Promise<void> {
  if ((await findUsersByVerifiedContact(db, { msisdn })).length > 0) throw new Refusal('number_has_account');
}
