import { coverMsisdn, maskEmail } from '@zawadi/contract';
import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { notify, type Notice } from '../../services/messages/index.ts';
import { checkOneTimeCode, issueOneTimeCode, type RightCode } from '../credentials/index.ts';
import type { UserRecord } from './store.ts';

/** The contact that gets a code. */
export type CodeChannel = { sms: string } | { email: string };

type Asked = {
  user: UserRecord;
  by: 'sms' | 'email';
  purpose: 'withdrawal' | 'wallet-payment';
  /** Id of the withdrawal or purchase that the code confirms. A code for another one is wrong. */
  permits: string;
  code: string | undefined;
  /** Makes the message with a new code. It says what the code confirms. */
  message: (code: string, channel: CodeChannel) => Notice;
};

/**
 * Checks a code that the user got at one contact, or sends one.
 * @returns the right code, to spend in the transaction of the confirmed action
 * @throws Refusal otp_required (a code has been sent), verification_code_invalid, too_many_requests
 */
export async function requireContactCode(deps: Deps, asked: Asked): Promise<RightCode> {
  const { user, by, purpose, permits, code } = asked;
  const channel = by === 'email' ? { email: user.email } : { sms: user.phoneMsisdn };
  const target = by === 'email' ? user.email : user.phoneMsisdn;
  if (code !== undefined) {
    const right = await checkOneTimeCode(deps, { purpose, subjectId: user.id, code, permits });
    // A password reset after the request changes the contact that must get the code.
    if (right.target !== target) throw new Refusal('verification_code_invalid');
    return right;
  }
  await inTransaction(deps.db, async (tx) => {
    const request = { purpose, subjectId: user.id, target, permits, pot: 'own' } as const;
    await notify(tx, deps, asked.message(await issueOneTimeCode(tx, deps, request), channel));
  });
  throw new Refusal('otp_required', { sentTo: by === 'email' ? maskEmail(target) : coverMsisdn(target) });
}
