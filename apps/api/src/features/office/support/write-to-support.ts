import { shortReference, type ConsumerLetterAbout, type LetterAbout } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { managedPlaceOf, type ActorOf } from '../../../http/actor.ts';
import type { Deps } from '../../../config/deps.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { notify } from '../../services/messages/index.ts';
import { atMost, countAttempts } from '../../people/sessions/index.ts';
import { memberOf, readMerchant } from '../../people/merchants/index.ts';
import { readOwnRedemption } from '../../money/redemptions/index.ts';
import { readHistoryEntry, readPerson } from '../../money/wallets/index.ts';
import { isInBatch } from '../../merchants/settlements/index.ts';
import { insertRequest, isOwnGift } from './store.ts';

const HOUR_SECONDS = 3_600;
const LETTERS_AN_HOUR = atMost(5, HOUR_SECONDS);
const LETTERS_OF_A_MERCHANT_AN_HOUR = atMost(20, HOUR_SECONDS);
const LETTERS_OF_A_CONSUMER_A_DAY = atMost(10, 24 * HOUR_SECONDS);

/**
 * Stores a staff member's support request. Emails it to the operator, and a confirmation to the staff member.
 * @returns the request's id
 * @throws Refusal `too_many_letters`; `not_found` or `redemption_not_found` if the writer cannot see the letter's object
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
  await countLetter(deps, [
    { words: ['support', staffId], rule: LETTERS_AN_HOUR },
    { words: ['support-of', merchantId], rule: LETTERS_OF_A_MERCHANT_AN_HOUR },
  ]);
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
      writer: { merchantId, staffId, name, email },
      subject,
      message,
      reference,
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

/**
 * Stores a consumer's letter to support. The consumer sees its state in the app.
 * @returns the letter's id
 * @throws Refusal `too_many_letters`; `not_found` if the letter's payment or gift is not the consumer's
 */
export async function writeAsConsumer(
  deps: Pick<Deps, 'db' | 'keys'>,
  letter: { userId: string; subject: string; message: string; about?: ConsumerLetterAbout | undefined },
): Promise<string> {
  const { userId, subject, message, about } = letter;
  if (about) await requireOwn(deps.db, userId, about);
  await countLetter(deps, [
    { words: ['letter-of-consumer', userId], rule: LETTERS_AN_HOUR },
    { words: ['letters-of-consumer', userId], rule: LETTERS_OF_A_CONSUMER_A_DAY },
  ]);
  const id = newId();
  const reference = about && shortReference(about.kind === 'gift' ? about.voucherId : about.paymentId);
  await inTransaction(deps.db, (tx) =>
    insertRequest(tx, { id, writer: { userId }, subject, message, reference, about }),
  );
  return id;
}

async function requireOwn(db: Deps['db'], userId: string, about: ConsumerLetterAbout): Promise<void> {
  if (about.kind === 'payment') {
    await readHistoryEntry(db, { userId, id: about.paymentId });
    return;
  }
  if (!(await isOwnGift(db, about.voucherId, await readPerson(db, userId)))) throw new Refusal('not_found');
}

async function countLetter(
  deps: Pick<Deps, 'db' | 'keys'>,
  counted: Parameters<typeof countAttempts>[1],
): Promise<void> {
  const waitSeconds = await countAttempts(deps, counted);
  if (waitSeconds > 0) {
    throw new Refusal('too_many_letters', { retryAfterSeconds: Math.ceil(waitSeconds) });
  }
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
  const isAllowed = writer.staffRole !== 'cashier' && managedPlaceOf(writer) === undefined;
  if (!isAllowed || !(await isInBatch(deps.db, { ...about, merchantId: writer.merchantId })))
    throw new Refusal('not_found');
}

function nameOf(about: LetterAbout): string {
  if (about.kind === 'redemption') return shortReference(about.redemptionId);
  return about.kind === 'batch' ? about.batchId : `${about.batchId}, ${shortReference(about.transactionId)}`;
}
