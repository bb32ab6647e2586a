import type { LanguageName } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { requireGoodPassword } from '../credentials/index.ts';
import { hashPassword, inConstantTime } from '../sessions/index.ts';
import { mailVerification, tellOwnerOfAddress } from './mail-verification.ts';
import { findUserByEmail, insertUser } from './store.ts';

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
 * @throws Refusal `password_common`, `password_personal`, `overloaded`
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
      const isNew = await insertUser(tx, {
        id,
        firstName,
        lastName,
        email,
        phoneMsisdn: phoneNumber,
        passwordHash,
        language,
      });
      if (isNew) return mailVerification(tx, deps, { userId: id, email, firstName, language });
      const owner = await findUserByEmail(tx, email);
      if (owner) await tellOwnerOfAddress(tx, deps, { ...owner, email });
    });
  });
}
