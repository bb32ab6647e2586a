import { shortReference, type LetterAbout } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import type { ActorOf } from '../../../http/actor.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { notify } from '../../services/messages/index.ts';
import { atMost, countAttempts } from '../../people/sessions/index.ts';
import { memberOf, readMerchant } from '../../people/merchants/index.ts';
import { readOwnRedemption } from '../../money/redemptions/index.ts';
import { isInBatch } from '../settlements/index.ts';
import { insertRequest } from './store.ts';

const HOUR_SECONDS = 3_600;
const LETTERS_AN_HOUR = atMost(5, HOUR_SECONDS);
const LETTERS_OF_A_MERCHANT_AN_HOUR = atMost(20, HOUR_SECONDS);

/**
 * Stores a staff member's support request. Emails it to the operator, and a confirmation to the staff member.
 * @returns the request's id
 * @throws Refusal `too_many_requests`; `not_found` or `redemption_not_found` if the writer cannot see the letter's object
 */
export async function writeToSupport(
  deps: Pick<Deps, 'db' | 'keys' | 'config'>,
  writer: ActorOf<'merchant'>,
  letter: {
    subject: string;
    message: string;
    reference?: string | undefined;
    about?: LetterAbout | undefined;
  },
): Promise<string> {
  const { merchantId, staffId } = writer;
  const { about } = letter;
  if (about) await requireVisible(deps, writer, about);
  const waitSeconds = await countAttempts(deps, [
    { words: ['support', staffId], rule: LETTERS_AN_HOUR },
    { words: ['support-of', merchantId], rule: LETTERS_OF_A_MERCHANT_AN_HOUR },
  ]);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_requests', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
  const { name, email } = await memberOf(deps.db, staffId);
  const merchant = await readMerchant(deps.db, merchantId);
  if (!merchant) throw new Refusal('not_found');
  const id = newId();
  const { subject, message } = letter;
  const reference = (about && nameOf(about)) ?? (letter.reference === '' ? undefined : letter.reference);
  const { businessName, merchantCode } = merchant;
  await inTransaction(deps.db, async (tx) => {
    await insertRequest(tx, {
      id,
      merchantId,
      staffId,
      writerName: name,
      writerEmail: email,
      subject,
      message,
      reference: reference ?? null,
      about,
    });
    await notify(
      tx,
      deps,
      {
        template: 'support-request',
        data: { businessName, merchantCode, writer: name, email, subject, message, reference },
        email: deps.config.support.email,
      },
      { template: 'support-received', data: { subject, message }, email },
    );
  });
  return id;
}

async function requireVisible(
  deps: Pick<Deps, 'db'>,
  writer: ActorOf<'merchant'>,
  about: LetterAbout,
): Promise<void> {
  if (about.kind === 'redemption') {
    await readOwnRedemption(deps, { actor: writer, redemptionId: about.redemptionId });
    return;
  }
  const isAllowed = writer.staffRole !== 'cashier';
  if (!isAllowed || !(await isInBatch(deps.db, { ...about, merchantId: writer.merchantId })))
    throw new Refusal('not_found');
}

function nameOf(about: LetterAbout): string {
  if (about.kind === 'redemption') return shortReference(about.redemptionId);
  return about.kind === 'batch' ? about.batchId : `${about.batchId}, ${shortReference(about.transactionId)}`;
}
