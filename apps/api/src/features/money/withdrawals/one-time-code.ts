import { formatMsisdn, shillingsOf } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { RightCode } from '../../people/credentials/index.ts';
import {
  confirmsAfterReset,
  readUser,
  requireContactCode,
  requireOpenWallet,
  requireTrustedPassword,
} from '../../people/users/index.ts';
import { hasPaidBefore, type Withdrawal } from './store.ts';

const QUIET_MS = DAY_MS;

/**
 * Requires a code for a withdrawal to a new phone number, or soon after a change of password or phone. The code goes
 * to the verified phone. After a change of phone it goes to the email address, unless the address is as new. After a
 * password reset it goes to the contact that was not used for the reset. Without such a contact, the user has to
 * wait. A code is valid for this withdrawal only, so a user who is tricked into reading out the code of a small
 * withdrawal releases no other.
 * @returns the right code, to spend in the withdrawal's transaction; undefined if no code is needed
 * @throws Refusal otp_required (a code has been sent), otp_unavailable, wallet_waits, wallet_frozen,
 * verification_code_invalid
 */
export async function requireWithdrawalCode(
  deps: Deps,
  withdrawal: Withdrawal,
  otp: string | undefined,
): Promise<RightCode | undefined> {
  if (withdrawal.status !== 'REGISTERED') return undefined;
  const user = await readUser(deps.db, withdrawal.userId);
  if (!user?.phoneVerified) throw new Refusal('phone_not_verified');
  requireOpenWallet(user);
  requireTrustedPassword(user);
  const confirmation = confirmsAfterReset(deps, user);
  const isPasswordNew = isRecent(deps, user.passwordChangedAt);
  const isPhoneNew = isRecent(deps, user.phoneChangedAt);
  const isTargetNew =
    withdrawal.msisdn !== user.phoneMsisdn && !(await hasPaidBefore(deps.db, user.id, withdrawal.msisdn));
  if (confirmation === undefined && !isPasswordNew && !isPhoneNew && !isTargetNew) return undefined;
  const isEmailGood = user.emailVerified && !isRecent(deps, user.emailChangedAt);
  if (isPhoneNew && (isPasswordNew || !isEmailGood)) throw new Refusal('otp_unavailable');
  const by = confirmation ?? (isPhoneNew ? 'email' : 'sms');
  return requireContactCode(deps, {
    user,
    by,
    purpose: 'withdrawal',
    permits: withdrawal.id,
    code: otp,
    message: (code, channel) => ({
      template: 'withdrawal-otp',
      data: { code, amount: shillingsOf(withdrawal.amountCents), phone: formatMsisdn(withdrawal.msisdn) },
      language: user.language,
      ...channel,
    }),
  });
}

function isRecent({ clock }: Pick<Deps, 'clock'>, change: Date | null): boolean {
  return change !== null && clock.now().getTime() - change.getTime() < QUIET_MS;
}
