import {
  shillingsOf,
  type HandlerAnswer,
  type HandlerInput,
  type listReviews as endpoint,
  type Review,
} from '@zawadi/contract';
import { pageOf, parseCursor } from '../../../platform/cursor.ts';
import type { Db } from '../../../platform/db/database.ts';
import { maskContacts } from '../../../platform/mask-contacts.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { heldCentsOf, receiptIn } from './held-money.ts';
import { countOpen, findReview, listRows, type ReviewRow } from './review-store.ts';
import type { ReviewKind } from './store.ts';

type Words = { title: string; explanation: string };

const WORDS: Record<ReviewKind, Words> = {
  wrong_amount: {
    title: 'Another amount was paid than asked for',
    explanation:
      'M-PESA received another amount for a prompt than the one we asked for. It waits in suspense. Give it to the buyer’s wallet, or back to the payer.',
  },
  money_without_purchase: {
    title: 'Money that fits no purchase',
    explanation:
      'A payment came to the pay bill with a reference or amount that fits no unpaid purchase. It waits in suspense. Find the purchase or the person, or give it back to the payer.',
  },
  money_unclear: {
    title: 'A pay-bill message that cannot be read',
    explanation:
      'A message about a payment could not be read or is not for our pay bill. Look the payment up in the M-PESA statement.',
  },
  pay_bill_unconfirmed: {
    title: 'A reported payment that M-PESA does not confirm',
    explanation:
      'A message told of a payment at the pay bill, and M-PESA has not confirmed it for half an hour. Nothing was booked. Look the receipt up in the M-PESA statement; when it is there, it is booked with the next list.',
  },
  blocked_payer: {
    title: 'Paid by hand from a blocked number',
    explanation:
      'A number on the block list paid at the pay bill. M-PESA had taken the money, so the payment was booked as usual. Look at the purchase: freeze or refund the gift if the money is not the payer’s own.',
  },
  receipt_reused: {
    title: 'One receipt for two payments',
    explanation:
      'M-PESA named a receipt that already settled another payment. Nothing was booked the second time. Compare both with the statement.',
  },
  failure_after_success: {
    title: 'A failure after a success',
    explanation:
      'M-PESA reported a failure for a payment that it had reported as done. The books keep the success. Check the statement; if M-PESA took the money back, book the reversal.',
  },
  success_after_release: {
    title: 'Paid after it was given back',
    explanation:
      'M-PESA paid out, or reversed a payment, after telling us that it had not. The money was given back here already, so it has left twice. Check the statement: a withdrawal can be marked as paid there, which takes the money out of the wallet again as far as it goes.',
  },
  paid_twice: {
    title: 'Two receipts for one pay-out',
    explanation:
      'M-PESA named a second receipt for one pay-out. Check in the statement whether it paid twice.',
  },
  second_payment_unproven: {
    title: 'A second payment without a receipt',
    explanation:
      'M-PESA says that two prompts of one purchase were paid, and names no receipt of the second. Nothing was booked for it. Look for it in the M-PESA statement: when its receipt is there, upload the statement and give the money to the buyer’s wallet.',
  },
  float_short: {
    title: 'Pay-outs stopped: no float',
    explanation:
      'The utility account at M-PESA has too little money. Move money there; pay-outs go on by themselves after the pause.',
  },
  provider_refused_us: {
    title: 'Pay-outs stopped: M-PESA refuses us',
    explanation:
      'M-PESA refuses our credentials or rights. Check the initiator and its password in the M-PESA portal.',
  },
  withdrawal_unknown_for_long: {
    title: 'A withdrawal without a result',
    explanation:
      'M-PESA has not said for an hour whether it paid. The money stays set aside and we go on asking. Ask again, or M-PESA’s support with the conversation id.',
  },
  wrong_codes: {
    title: 'Many wrong codes',
    explanation:
      'One person at a till, or the system of a merchant, has tried ten unknown voucher codes within a day. They are slowed down, and blocked for an hour after twenty. Ask the merchant who it is.',
  },
  settlement_unknown_for_long: {
    title: 'A settlement without a result',
    explanation:
      'M-PESA has not said for an hour whether it paid a batch. Ask again, or let two administrators mark it.',
  },
  settlement_entry_too_large: {
    title: 'An entry too large for a batch',
    explanation: 'One entry of a merchant is larger than M-PESA pays at once. Pay it through the bank.',
  },
  refund_unknown_for_long: {
    title: 'A refund without a result',
    explanation:
      'M-PESA has not said for an hour whether it reversed a payment. The money stays set aside and we go on asking.',
  },
  refund_reversed_elsewhere: {
    title: 'A payment that was reversed elsewhere',
    explanation:
      'M-PESA had reversed the payment before our first order. It counts as refunded. See who reversed it, and that it was the whole amount.',
  },
  refund_without_owner: {
    title: 'A refund without an owner',
    explanation:
      'M-PESA did not give a payment back, and its buyer has closed the account. The money waits in suspense.',
  },
  credit_taken_back: {
    title: 'A wrong credit taken back',
    explanation:
      'Two administrators took a wrong credit back from a wallet. The money waits in suspense. Find the purchase or the person to whom it belongs.',
  },
  refund_refused: {
    title: 'M-PESA refuses our reversals',
    explanation: 'M-PESA refused a reversal for a reason on our side: float, initiator or rights.',
  },
  float_differs: {
    title: 'M-PESA’s balance differs',
    explanation:
      'Three checks in a row, the balance at M-PESA differed from the ledger, by more than the charges that are not booked yet. Compare the statements of that day under Reconciliation. The case closes once the balances agree.',
  },
  photo_reported: {
    title: 'A reported photo',
    explanation:
      'The recipient of a gift has reported the giver’s photo. It is hidden now. Look at it. Delete it if it offends, threatens, or shows another person. Otherwise show it again.',
  },
};

/** Lists one page of cases, newest first; by default only open cases. */
export async function listReviews(
  db: Db,
  { isOpen = true, kind, cursor, limit }: HandlerInput<typeof endpoint>['query'],
): Promise<HandlerAnswer<typeof endpoint>> {
  const [found, openCount] = await Promise.all([
    listRows(db, { isOpen, kind }, { after: parseCursor(cursor), limit: limit + 1 }),
    countOpen(db),
  ]);
  const { shown, nextCursor } = pageOf(found, limit);
  return { reviews: shown.map(describeReview), nextCursor, openCount };
}

/** @throws Refusal not_found */
export async function readReview(db: Db, reviewId: string): Promise<Review> {
  const row = await findReview(db, reviewId);
  if (!row) throw new Refusal('not_found');
  return describeReview(row);
}

export function describeReview(row: ReviewRow): Review {
  const { aboutType: type, aboutId: transactionId } = row;
  const heldCents = heldCentsOf(row);
  return {
    reviewId: row.id,
    kind: row.kind,
    ...explain(row),
    raisedAt: row.raisedAt.toISOString(),
    isOpen: row.resolvedAt === null,
    resolvedAt: row.resolvedAt?.toISOString(),
    resolvedBy: row.resolvedBy ?? undefined,
    resolution: row.resolution ?? undefined,
    heldAmount: heldCents === undefined ? undefined : shillingsOf(heldCents),
    receipt: receiptIn(row),
    details: masked(row.details),
    transaction: type !== null && transactionId !== null ? { type, transactionId } : undefined,
    named: namedBy(row),
  };
}

function namedBy({
  namedId,
  namedReference,
  namedStatus,
  namedBuyerId,
  namedBuyer,
}: ReviewRow): Review['named'] {
  if (namedReference === null) return undefined;
  return {
    transactionId: namedId ?? undefined,
    billReference: namedReference,
    isPaid: namedStatus === 'COMPLETED',
    buyer:
      namedBuyerId === null || namedBuyer === null ? undefined : { userId: namedBuyerId, name: namedBuyer },
  };
}

/** Masks contacts: a payer may type a phone number as the account number. */
function masked(details: Review['details']): Review['details'] {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      typeof value === 'string' ? maskContacts(value) : value,
    ]),
  );
}

/** Returns the title of a kind of case. */
export function titleOfReview(kind: string): string {
  return wordsOf(kind).title;
}

/** Returns the texts of a kind of case; kinds of other features have their name as title. */
function wordsOf(kind: string): Words {
  const known: Record<string, Words | undefined> = WORDS;
  return known[kind] ?? { title: kind.replaceAll('_', ' '), explanation: 'Please look into this.' };
}

/** Explains a case and its remedy. */
function explain({ kind, returnedTo }: Pick<ReviewRow, 'kind' | 'returnedTo'>): Words {
  const words = wordsOf(kind);
  if (kind !== 'refund_refused' || returnedTo === null) return words;
  return { ...words, explanation: `${words.explanation} ${WHERE_IT_IS[returnedTo]}` };
}

/** Where the money is, if M-PESA refused to return it. */
const WHERE_IT_IS = {
  wallet: 'The buyer got the money in the wallet instead.',
  suspense: 'Nobody got the money: it is back in suspense, where its own case is open again.',
  mpesa: 'M-PESA has given the money back since.',
} as const;
