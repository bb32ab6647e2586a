import type { Transaction } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import type { Deps } from '../../platform/deps.ts';
import { Refusal } from '../../platform/refusal.ts';
import { notify } from '../notifications/index.ts';
import {
  deleteSecondFactor,
  enableSecondFactor,
  hasSecondFactor,
  renewRecoveryCodes,
  startSecondFactor,
  takeSecondFactor,
} from '../sessions/index.ts';
import { requirePassword } from './require-password.ts';
import { readUser, type UserRecord } from './store.ts';

type FactorDeps = Pick<Deps, 'db' | 'keys' | 'clock'>;
type Owner = Pick<UserRecord, 'id' | 'email' | 'language'>;

/** @throws Refusal `two_factor_on`, `password_wrong`, `too_many_requests`, `overloaded` */
export async function startTwoFactor(
  deps: FactorDeps,
  request: { userId: string; password: string },
): Promise<{ secret: string; otpauthUrl: string }> {
  const { email } = await ownerOf(deps, request.userId);
  if (await hasSecondFactor(deps, request.userId)) throw new Refusal('two_factor_on');
  // Whoever finds an open session must not be able to lock its owner out.
  await requirePassword(deps, request);
  return startSecondFactor(deps, { subjectId: request.userId, account: email });
}

/**
 * @returns the recovery codes
 * @throws Refusal `two_factor_not_started`, `two_factor_on`, `verification_code_invalid`, `too_many_requests`
 */
export async function enableTwoFactor(
  deps: FactorDeps,
  request: { userId: string; code: string },
): Promise<string[]> {
  const { email, language } = await ownerOf(deps, request.userId);
  return enableSecondFactor(deps, { subjectId: request.userId, code: request.code }, (tx) =>
    notify(tx, deps, { template: 'two-factor-on', data: {}, email, language }),
  );
}

type Proof = { userId: string; password: string; code: string };

/** @throws Refusal `two_factor_off`, `password_wrong`, `verification_code_invalid`, `too_many_requests`, `overloaded` */
export async function disableTwoFactor(deps: FactorDeps, proof: Proof): Promise<void> {
  const { email, language } = await provenOwner(deps, proof);
  await inTransaction(deps.db, async (tx) => {
    await deleteSecondFactor(tx, proof.userId);
    await notify(tx, deps, { template: 'two-factor-off', data: {}, email, language });
  });
}

/**
 * @returns the new recovery codes
 * @throws Refusal as `disableTwoFactor`
 */
export async function renewCodes(deps: FactorDeps, proof: Proof): Promise<string[]> {
  const { email, language } = await provenOwner(deps, proof);
  return inTransaction(deps.db, async (tx) => {
    await notify(tx, deps, { template: 'recovery-codes-renewed', data: {}, email, language });
    return renewRecoveryCodes(tx, deps.keys, proof.userId);
  });
}

/**
 * Takes a code of the owner's second factor, and tells the owner when it was a recovery code.
 * @throws Refusal `two_factor_off`, `verification_code_invalid`, `too_many_requests`
 */
export async function takeCodeOf(deps: FactorDeps, owner: Owner, code: string): Promise<void> {
  const { id, email, language } = owner;
  await takeSecondFactor(deps, { subjectId: id, code }, (tx: Transaction, left) =>
    notify(tx, deps, { template: 'recovery-code-used', data: { left }, email, language }),
  );
}

async function provenOwner(deps: FactorDeps, { userId, password, code }: Proof): Promise<Owner> {
  const owner = await ownerOf(deps, userId);
  if (!(await hasSecondFactor(deps, userId))) throw new Refusal('two_factor_off');
  await requirePassword(deps, { userId, password });
  await takeCodeOf(deps, owner, code);
  return owner;
}

async function ownerOf(deps: Pick<Deps, 'db'>, userId: string): Promise<UserRecord> {
  const owner = await readUser(deps.db, userId);
  if (!owner) throw new Refusal('unauthenticated');
  return owner;
}
