import type { LanguageName } from '@zawadi/contract';
import type { Transaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { newId } from '../../platform/ids.ts';
import { notify } from '../notifications/index.ts';
import { atMost, countAttemptsIn, hashPassword, steadily } from '../sessions/index.ts';
import { mailVerification } from './mail-verification.ts';
import { findUserByEmail, insertUser } from './store.ts';

const REMINDERS_AN_HOUR = atMost(3, 3_600);

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
 * @throws Refusal `overloaded`
 */
export async function signUp(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  request: SignUpRequest,
): Promise<void> {
  await steadily(async () => {
    const passwordHash = await hashPassword(request.password);
    const { firstName, lastName, email, phoneNumber, language } = request;
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
      if (isNew) await mailVerification(tx, deps, { userId: id, email, firstName, language });
      else await tellOwner(tx, deps, email);
    });
  });
}

async function tellOwner(tx: Transaction, deps: Pick<Deps, 'keys'>, email: string): Promise<void> {
  const owner = await findUserByEmail(tx, email);
  const waitSeconds = await countAttemptsIn(tx, deps.keys, [
    { words: ['account-exists', email], rule: REMINDERS_AN_HOUR },
  ]);
  if (!owner || waitSeconds > 0) return;
  const { firstName, language } = owner;
  await notify(tx, deps, { template: 'account-exists', data: { firstName }, email, language });
}
