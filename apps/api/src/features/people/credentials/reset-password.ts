import { tokenHash } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { accountHash, securityEvent } from '../../../http/security-events.ts';
import { notify } from '../../services/messages/index.ts';
import {
  forgetKnownDevices,
  forgetLiveSessions,
  clearFailedSignIns,
  hashPassword,
  rememberDevice,
  inConstantTime,
  type SessionAudience,
} from '../sessions/index.ts';
import { resetSubjectBySms, subjectOf, type Claimed, type Holder } from './holder.ts';
import { spendOneTimeCode, type RightCode } from './one-time-codes.ts';
import { requireGoodPassword } from './require-good-password.ts';
import { checkResetCode, forgetResetCode } from './reset-codes.ts';
import { deleteResetLink, findResetLink, takeResetLink, type ResetLink } from './reset-link-store.ts';

type ResetDeps = Pick<Deps, 'db' | 'keys' | 'config'>;
type NewPassword = { password: string; address: string };
/** Token of a known device: strangers' attempts do not throttle the next sign-in of a browser that keeps it. */
type Reset = { deviceToken: string };

/**
 * Sets a new password by the code from mail or SMS, and ends every session of the account.
 * @throws Refusal `verification_code_invalid`, `reset_link_only` after twenty wrong codes in a day,
 * `password_common`, `password_personal`, `overloaded`, and the refusals of `requireTrusted`
 */
export async function resetPasswordWithCode(
  deps: ResetDeps,
  claimed: Claimed,
  presented: NewPassword & { code: string },
): Promise<Reset> {
  return inConstantTime(async () => {
    const holder = await claimed.find(deps.db);
    const rightCode = await checkCode(deps, claimed, { holder, code: presented.code });
    // The account may have got another contact after the code was sent.
    if (!holder || rightCode.target !== claimed.target) throw new Refusal('verification_code_invalid');
    return setPassword(deps, { claimed, holder, ...presented }, (tx) => spendOneTimeCode(tx, rightCode));
  });
}

async function checkCode(
  deps: ResetDeps,
  claimed: Claimed,
  { holder, code }: { holder: Holder | undefined; code: string },
): Promise<RightCode> {
  try {
    return await checkResetCode(deps, { subjectId: subjectOf(claimed, holder), code });
  } catch (error) {
    const { audience, account, target } = claimed;
    const whose = holder ? { account: holder.id } : { accountHash: accountHash(deps.keys, account, target) };
    const about = { audience, ...whose, what: 'password-reset' };
    if (error instanceof Refusal && error.code === 'reset_link_only') securityEvent('locked-out', about);
    else if (error instanceof Refusal) securityEvent('code.wrong', about);
    throw error;
  }
}

/**
 * Sets a new password by the token of the link in mail or SMS, and ends every session of the account.
 * Strangers' attempts cannot disable the link.
 * @param claimedBy finds the account that the link was sent to, in this portal
 * @throws Refusal `verification_link_invalid`, `password_common`, `password_personal`, `overloaded`, and the
 * refusals of `requireTrusted`
 */
export async function resetPasswordWithLink(
  deps: ResetDeps,
  presented: NewPassword & { audience: SessionAudience; token: string },
  claimedBy: (link: ResetLink) => Claimed,
): Promise<Reset> {
  const hash = tokenHash(presented.token);
  const link = await findResetLink(deps.db, presented.audience, hash);
  const claimed = link && claimedBy(link);
  const holder = await claimed?.find(deps.db);
  if (!claimed || !holder || subjectOf(claimed, holder) !== link.subjectId) {
    throw new Refusal('verification_link_invalid');
  }
  return setPassword(deps, { claimed, holder, ...presented }, async (tx) => {
    if (!(await takeResetLink(tx, hash))) throw new Refusal('verification_link_invalid');
  });
}

async function setPassword(
  deps: ResetDeps,
  { claimed, holder, password, address }: NewPassword & { claimed: Claimed; holder: Holder },
  spend: (tx: Transaction) => Promise<void>,
): Promise<Reset> {
  await requireGoodPassword(password, holder.ownWords, 'password');
  await claimed.requireTrusted?.(holder);
  const passwordHash = await hashPassword(password);
  const { id } = holder;
  const { audience, account } = claimed;
  const deviceToken = await inTransaction(deps.db, async (tx) => {
    await spend(tx);
    for (const subjectId of [id, resetSubjectBySms(id)]) {
      await deleteResetLink(tx, subjectId);
      await forgetResetCode(tx, deps, subjectId);
    }
    // Notify first: `savePassword` signs all devices out, and signed-out devices get no push message.
    await notifyOfReset(tx, deps, holder);
    await holder.savePassword(tx, passwordHash, 'password-reset');
    await forgetKnownDevices(tx, { audience, subjectId: id });
    const token = await rememberDevice(tx, { audience, subjectId: id }, undefined);
    await holder.record?.(tx, 'password-reset');
    return token;
  });
  securityEvent('password.reset', { audience, account: id });
  forgetLiveSessions(deps.db);
  await clearFailedSignIns(deps, { audience, account, address, subjectId: id });
  return { deviceToken };
}

async function notifyOfReset(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config'>,
  { id, msisdn, email, isEmailDoubtful, language, notMeLink }: Holder,
): Promise<void> {
  const told = {
    sms: msisdn,
    email: isEmailDoubtful ? undefined : email,
    push: { userId: id },
    language,
  };
  if (notMeLink) {
    const data = { link: await notMeLink(tx, deps) };
    await notify(tx, deps, { template: 'password-reset-done', data, ...told });
  } else await notify(tx, deps, { template: 'password-changed', data: {}, ...told });
}
