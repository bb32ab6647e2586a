import { shillingsOf } from '@zawadi/contract';
import { postOrThrow } from '../../../ledger/index.ts';
import type { Transaction } from '../../../platform/db/database.ts';
import { withSpan } from '../../../platform/tracing/tracing.ts';
import type { Deps } from '../../../config/deps.ts';
import { publishHint } from '../../services/live-updates/index.ts';
import { notify } from '../../services/messages/index.ts';
import { readUser } from '../../people/users/index.ts';
import { purchasePostings } from '../../services/postings/index.ts';
import { recordReceipt } from '../vouchers/index.ts';
import { completePurchases, type Paid } from './complete-purchase.ts';
import { listGifts } from './gifts-store.ts';
import { updatePurchase, type Purchase } from './store.ts';

type Booked = 'completed' | 'repeated' | 'paid_again';

/**
 * Books payments of different purchases by receipt; each receipt counts once. A payment completes an unpaid purchase,
 * or adds the missing receipt to a completed one. Any other payment counts as a second payment.
 */
export async function bookPayments(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  all: Paid[],
): Promise<Booked[]> {
  const isFirst = ({ purchase }: Paid) => purchase.status !== 'COMPLETED';
  await completePurchases(tx, deps, all.filter(isFirst));
  const outcomes: Booked[] = [];
  for (const paid of all) {
    const bookLater = () => bookLaterPayment(tx, deps, paid);
    outcomes.push(isFirst(paid) ? 'completed' : await withSpan(paid.span, bookLater));
  }
  return outcomes;
}

/** Books one payment; see `bookPayments`. */
export async function bookPayment(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  purchase: Purchase,
  payment: Paid['payment'],
): Promise<Booked> {
  const [outcome] = await bookPayments(tx, deps, [{ purchase, payment }]);
  if (!outcome) throw new Error('A payment has no outcome.');
  return outcome;
}

async function bookLaterPayment(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  { purchase, payment }: Paid,
): Promise<'repeated' | 'paid_again'> {
  const { receipt, causeId } = payment;
  // A purchase paid from the wallet has no receipt, so a receipt is always a second payment.
  if (receipt !== undefined && purchase.mpesaReceipt === null && purchase.paidBy === 'mpesa') {
    await updatePurchase(tx, purchase.homeId, {
      mpesa_receipt: receipt,
      paid_from: payment.paidFrom ?? null,
    });
    const gifts = await listGifts(tx, [purchase.homeId]);
    await recordReceipt(
      tx,
      gifts.map(({ voucherId }) => voucherId),
      receipt,
    );
    await publishHint(tx, { userId: purchase.buyerId, topic: 'purchase', id: purchase.id });
    return 'repeated';
  }
  const cause = { ...payment, causeId: receipt === undefined ? causeId : `${causeId}/${receipt}` };
  await creditSecondPayment(tx, deps, purchase, cause);
  return 'paid_again';
}

/** Credits a purchase's second payment to the buyer's wallet, without a fee. */
async function creditSecondPayment(
  tx: Transaction,
  deps: Pick<Deps, 'keys' | 'config' | 'clock'>,
  purchase: Purchase,
  payment: Paid['payment'],
): Promise<void> {
  const { buyerId, amountCents: grossCents } = purchase;
  const { causeId } = payment;
  const reference = payment.receipt ?? purchase.billReference;
  await postOrThrow(tx, [
    purchasePostings.secondPaymentCredited({ causeId, buyerId, grossCents, reference }),
  ]);
  const buyer = await readUser(tx, buyerId);
  await notify(tx, deps, {
    template: 'second-payment',
    data: { amount: shillingsOf(grossCents) },
    sms: buyer?.phoneVerified ? buyer.phoneMsisdn : undefined,
    email: buyer?.emailAlerts ? buyer.email : undefined,
    push: { userId: buyerId },
    language: buyer?.language,
    dedupeKey: causeId,
  });
  await publishHint(tx, { userId: buyerId, topic: 'wallet', id: buyerId });
}
