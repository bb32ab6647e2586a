import type { Db } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { derivedId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent, accountHash } from '../../../http/security-events.ts';
import { notify } from '../../services/messages/index.ts';
import {
  checkReusableCode,
  issueReusableCode,
  openNotMeLink,
  spendOneTimeCode,
} from '../credentials/index.ts';
import { atMost, countAttemptsIn, forgetLiveSessions, inConstantTime } from '../sessions/index.ts';
import { findUsersByVerifiedContact, lockUserRecord, type UserRecord } from '../users/index.ts';
import { freezeIn, noteFrozen } from './freeze-wallet.ts';

const PURPOSE = 'wallet-freeze';
// Strangers can use up this limit, but each of their requests sends the owner a working link.
const CODES_AN_HOUR = atMost(3, 3_600);

/**
 * Sends an SMS with a code and a link that freeze the wallet of the account with this verified phone number. For any
 * other number the function does the same work without sending, so that answer and timing reveal nothing.
 * @param request.phone 254XXXXXXXXX
 */
export async function sendFreezeCode(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  { phone }: { phone: string },
): Promise<void> {
  await inConstantTime(() =>
    inTransaction(deps.db, async (tx) => {
      const user = await ownerOf(tx, phone);
      const subjectId = subjectOf(phone, user);
      const sending = { words: ['freeze-code', subjectId], rule: CODES_AN_HOUR };
      if ((await countAttemptsIn(tx, deps.keys, [sending])) > 0) return;
      const code = await issueReusableCode(tx, deps.keys, { purpose: PURPOSE, subjectId, target: phone });
      if (!user) return;
      const link = await openNotMeLink(tx, deps, { userId: user.id, about: 'freeze-code' });
      const { language } = user;
      await notify(tx, deps, { template: 'wallet-freeze-code', data: { code, link }, sms: phone, language });
    }),
  );
}

/**
 * Freezes the wallet of the account with this verified phone number and ends every session. Gives no access.
 * @throws Refusal `verification_code_invalid`, `reset_link_only` after twenty wrong codes in a day
 */
export async function freezeByPhone(
  deps: Pick<Deps, 'db' | 'keys'>,
  { phone, otp: code }: { phone: string; otp: string },
): Promise<void> {
  const userId = await inConstantTime(async () => {
    const owner = await ownerOf(deps.db, phone);
    const right = await checkCode(deps, { phone, owner, code });
    if (!owner || right.target !== phone) throw new Refusal('verification_code_invalid');
    await inTransaction(deps.db, async (tx) => {
      const user = await lockUserRecord(tx, owner.id);
      if (user?.phoneMsisdn !== phone || !user.phoneVerified) throw new Refusal('verification_code_invalid');
      await spendOneTimeCode(tx, right);
      await freezeIn(tx, deps, user, { by: 'phone' });
    });
    return owner.id;
  });
  forgetLiveSessions(deps.db);
  noteFrozen(userId, 'phone');
}

async function checkCode(
  deps: Pick<Deps, 'db' | 'keys'>,
  { phone, owner, code }: { phone: string; owner: UserRecord | undefined; code: string },
) {
  try {
    return await checkReusableCode(deps, { purpose: PURPOSE, subjectId: subjectOf(phone, owner), code });
  } catch (error) {
    const whose = owner
      ? { account: owner.id }
      : { accountHash: accountHash(deps.keys, 'wallet-freeze', phone) };
    const about = { audience: 'consumer', ...whose, what: PURPOSE };
    if (error instanceof Refusal) {
      securityEvent(error.code === 'reset_link_only' ? 'locked-out' : 'code.wrong', about);
    }
    throw error;
  }
}

async function ownerOf(db: Db, phone: string): Promise<UserRecord | undefined> {
  const [owner] = await findUsersByVerifiedContact(db, { msisdn: phone });
  return owner;
}

function subjectOf(phone: string, owner: UserRecord | undefined): string {
  return owner ? derivedId('freeze-by-phone', owner.id) : derivedId('nobody', 'freeze-by-phone', phone);
}
