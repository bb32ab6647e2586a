import { maskEmail } from '@zawadi/contract';
import { hashWith, tokenHash, type Key, type Keys } from '../../../platform/crypto/keys.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { Deps } from '../../../config/deps.ts';
import { newRandomId } from '../../../platform/ids.ts';
import { notify } from '../../services/messages/index.ts';
import {
  atMost,
  countAttemptsIn,
  isKnownDevice,
  readLocks,
  inConstantTime,
  type AttemptCounter,
} from '../sessions/index.ts';
import { subjectOf, type Claimed, type Holder } from './holder.ts';
import { issueResetCode, resetTryCounters } from './reset-codes.ts';
import { deleteResetLink, putResetLink, type ResetLink } from './reset-link-store.ts';

// Three are enough: the link in each mail is valid for two hours.
const MAILS_AN_HOUR = atMost(3, 3_600);
const MAILS_TO_A_DEVICE = atMost(5, 3_600);
const LINK_MINUTES = 120;

type Request = { claimed: Claimed; holder: Holder | undefined; deviceToken: string | undefined };

/**
 * Mails a code and a link, or sends a code by SMS, if the contact may reset the account's password. While
 * code and link are valid, a repeated request sends them again, at most three times an hour. A browser known
 * to the account has five more messages, which strangers cannot use up. For any other contact the function
 * does the same work without sending, so that answer and timing reveal nothing.
 */
export async function sendReset(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  claimed: Claimed,
  deviceToken?: string,
): Promise<void> {
  await inConstantTime(() =>
    inTransaction(deps.db, async (tx) => {
      const holder = await claimed.find(tx);
      const request = { claimed, holder, deviceToken };
      if (!(await mayMail(tx, deps, request))) return;
      const data = await prepare(tx, deps, request);
      const { channel, target } = claimed;
      if (holder) {
        const { language } = holder;
        await notify(tx, deps, { template: 'password-reset', data, [channel]: target, language });
      } else await notifyResetDelay(tx, deps, claimed);
    }),
  );
}

/** Returns the counter that limits reset messages. */
export function resetMailCounters(subjectId: string): AttemptCounter[] {
  return [{ words: mailsOf(subjectId), rule: MAILS_AN_HOUR }];
}

async function mayMail(
  tx: Transaction,
  { keys }: Pick<Deps, 'keys'>,
  { claimed, holder, deviceToken }: Request,
): Promise<boolean> {
  const subjectId = subjectOf(claimed, holder);
  const owner = { audience: claimed.audience, subjectId: holder?.id ?? subjectId };
  const isKnown = await isKnownDevice(tx, owner, deviceToken);
  const attempt =
    isKnown && deviceToken !== undefined
      ? { words: [...mailsOf(subjectId), deviceToken], rule: MAILS_TO_A_DEVICE }
      : { words: mailsOf(subjectId), rule: MAILS_AN_HOUR };
  return (await countAttemptsIn(tx, keys, [attempt])) === 0;
}

async function prepare(
  tx: Transaction,
  { keys, config }: Pick<Deps, 'keys' | 'config'>,
  { claimed, holder }: Request,
): Promise<{ code?: string; link: string }> {
  const { audience, account, target } = claimed;
  const subjectId = subjectOf(claimed, holder);
  const token = await tokenFor(tx, keys, { subjectId, audience, account, target });
  const link = `${config.publicUrl}/reset-password${DOORS[audience]}#token=${token}`;
  const { tries } = await readLocks({ db: tx, keys }, { tries: resetTryCounters(subjectId) });
  // Sends the link only: after too many wrong codes no code works for the rest of the day.
  if (tries.waitSeconds > 0) return { link };
  return { code: await issueResetCode(tx, keys, { subjectId, target }), link };
}

const DOORS = {
  consumer: '',
  merchant: '?login=/merchant/login',
  admin: '?login=/admin/login',
} as const;

async function notifyResetDelay(
  tx: Transaction,
  deps: Pick<Deps, 'keys'>,
  { target: email, readDelay }: Claimed,
): Promise<void> {
  const delay = await readDelay?.(tx);
  if (!delay) return;
  const { language, from, formerEmail } = delay;
  const data = {
    effectiveAt: from.toISOString(),
    formerEmail: formerEmail === undefined ? undefined : maskEmail(formerEmail),
  };
  await notify(tx, deps, { template: 'password-reset-later', data, email, language });
}

function mailsOf(subjectId: string): string[] {
  return ['reset-mail', subjectId];
}

/** Returns the token of the current link. Makes a new link if there is none, or if its key was removed. */
async function tokenFor(tx: Transaction, keys: Keys, about: ResetLink): Promise<string> {
  const newId = newRandomId();
  const newToken = tokenOf(keys[0], newId);
  const next = { ...about, newId, tokenHash: tokenHash(newToken), lifetimeMinutes: LINK_MINUTES };
  const link = await putResetLink(tx, next);
  const living = keys
    .map((key) => tokenOf(key, link.id))
    .find((token) => tokenHash(token).equals(link.tokenHash));
  if (living !== undefined) return living;
  await deleteResetLink(tx, about.subjectId);
  await putResetLink(tx, next);
  return newToken;
}

// Derives the token from its id and our key. So the same link can be sent again, although only its hash is stored.
function tokenOf(key: Key, id: string): string {
  return hashWith(key, JSON.stringify(['reset-link', id])).toString('base64url');
}
