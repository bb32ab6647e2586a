import {
  type HandlerAnswer,
  type readTransaction as endpoint,
  type TransactionType,
  maskEmail,
  maskMsisdn,
} from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import type { Db } from '../../../platform/db/database.ts';
import { derivedId } from '../../../platform/ids.ts';
import { maskContacts, maskContactsWithin } from '../../../platform/mask-contacts.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { explainMessage, explainResultCode } from '../../money/callbacks/index.ts';
import { noticeKeysAbout } from '../../services/messages/index.ts';
import { listReviewsAbout } from '../../services/reviews/index.ts';
import { isGivenBack } from '../../money/refunds/index.ts';
import { markableAs } from '../../money/withdrawals/index.ts';
import { listGifts, listReportedReceipts } from '../../money/purchases/index.ts';
import { listQueries } from '../../mpesa/payment-queries/index.ts';
import { listReplacements } from '../../money/vouchers/index.ts';
import { purchasePostings } from '../../services/postings/index.ts';
import { decrypt, type Keys } from '../../../platform/crypto/keys.ts';
import { findFacts, type Facts } from './facts-store.ts';
import {
  listEntries,
  listMessages,
  listNotifications,
  listTries,
  listWebhooks,
  type Try,
  type Notification,
} from './life-store.ts';
import { describeTransaction } from './list-transactions.ts';
import { findRow, type TransactionRow } from './list-store.ts';
import { describeCase, describeQuery } from './read-receipt.ts';
import { readBasket, readVoucher, type VoucherRead } from './read-voucher.ts';

type Answer = HandlerAnswer<typeof endpoint>;
type Key = { type: TransactionType; transactionId: string };

const target = z.object({ to: z.string() });

/**
 * Reads the whole history of one transaction: events, M-PESA's answers, ledger entries and notifications.
 * @throws Refusal not_found
 */
export async function readTransaction(deps: Pick<Deps, 'db' | 'keys'>, key: Key): Promise<Answer> {
  const { db } = deps;
  const { type, transactionId: id } = key;
  const [row, facts] = await Promise.all([findRow(db, type, id), findFacts(db, type, id)]);
  if (!row || !facts) throw new Refusal('not_found');
  const gifts = type === 'Deposit' && facts.homeId !== null ? await listGifts(db, [facts.homeId]) : [];
  const giftIds = gifts.map(({ voucherId }) => voucherId);
  const lines = await linesOf(db, facts, giftIds);
  const voucherIds = lines.flat();
  const isBasket = gifts.length > 1;
  const [tries, voucher] = await Promise.all([
    listTries(db, type, id),
    isBasket ? undefined : readVoucher(db, voucherIds),
  ]);
  // An unpaid purchase has no voucher yet, but already has a home.
  const homeIds = facts.homeId === null ? [] : [...new Set([facts.homeId, ...voucherIds])];
  const tryIds = tries.map((one) => one.id);
  const receipts = row.reference === null ? [] : [row.reference];
  const queries = await listQueries(db, {
    orderIds: tryIds,
    receipts: [...receipts, ...(await listReportedReceipts(db, homeIds))],
  });
  const noticeKeys = noticeKeysAbout(type, {
    transaction: [id],
    attempt: tryIds,
    gift: voucher ? announcementsOf(voucher) : giftIds,
  });
  const [entries, messages, notifications, webhooks, reviews] = await Promise.all([
    listEntries(
      db,
      homeIds.length === 0
        ? { heldFor: id }
        : { homeIds, alsoIds: purchasePostings.walletLegIds(id, giftIds), userId: facts.userId },
    ),
    listMessages(db, { targetIds: [id, ...tryIds, ...queries.map((one) => one.id)], receipts, homeIds }),
    listNotifications(db, noticeKeys),
    facts.merchantId === null
      ? []
      : listWebhooks(db, facts.merchantId, eventIds(facts.merchantId, id, tryIds)),
    listReviewsAbout(db, [id, ...tryIds, ...homeIds], facts.billReference),
  ]);
  return {
    transaction: describeTransaction(row),
    userId: facts.userId ?? undefined,
    facts: factsShown(facts).map(maskFact),
    steps: facts.steps.flatMap(({ at, text }) => (at === null ? [] : [{ at: inIso(at), text }])),
    tries: tries.map((one) => describeTry(type, one)),
    entries: entries.map(({ at, amountCents, reference, ...entry }) => ({
      ...entry,
      at: at.toISOString(),
      amountCents: Number(amountCents),
      reference: reference ?? undefined,
    })),
    queries: queries.map(describeQuery),
    messages: messages.map(({ at, outcome, ...message }) => ({
      ...message,
      at: at.toISOString(),
      outcome: outcome ?? undefined,
      body: maskContactsWithin(message.body),
      explanation: explainMessage(message.purpose, message.body),
    })),
    notifications: notifications.map((one) => describeNotification(deps.keys, one)),
    webhooks: webhooks.map(({ at, lastStatus, ...one }) => ({
      ...one,
      at: at.toISOString(),
      lastStatus: lastStatus ?? undefined,
    })),
    voucher: voucher?.facts,
    basket: isBasket ? await readBasket(db, gifts, lines) : undefined,
    reviews: reviews.map(describeCase),
    actions: {
      canQuery: canBeAskedAbout(row, tries),
      canMark: markableOutcomes(row, tries),
      ...(voucher?.actions ?? NO_VOUCHER),
      canBookReversal:
        facts.paidBy === 'mpesa' && row.status === 'Success' && (await canBookReversal(db, row, voucherIds)),
    },
  };
}

/**
 * Lists the vouchers of a transaction. For a payment, each is followed by its replacements, because their activities
 * belong to the payment's history.
 */
async function linesOf(db: Db, { voucherId }: Facts, giftIds: readonly string[]): Promise<string[][]> {
  if (voucherId === null) return [];
  if (giftIds.length === 0) return [[voucherId]];
  return Promise.all(giftIds.map((giftId) => listReplacements(db, giftId)));
}

/**
 * Whether a reversal by Safaricom can be posted. M-PESA reverses a payment at most once, so it cannot if our own order
 * has reversed the payment or may still do so.
 */
async function canBookReversal(
  db: Deps['db'],
  { refundState }: TransactionRow,
  voucherIds: readonly string[],
): Promise<boolean> {
  const voucherId = voucherIds.at(-1);
  if (refundState === 'reversed' || voucherId === undefined) return false;
  return !(await isGivenBack(db, voucherId));
}

const NO_VOUCHER = {
  canResend: false,
  canRefund: false,
  canVoid: false,
  canFreeze: false,
  canUnfreeze: false,
  canExtend: false,
};

/** A failure may be asked about too: the caller may know better than M-PESA's first answer. */
function canBeAskedAbout({ type, status }: TransactionRow, tries: readonly Try[]): boolean {
  if (type === 'Redemption' || type === 'Claim') return false;
  return status === 'Pending' || (status === 'Failed' && tries.some(({ providerId }) => providerId !== null));
}

/** Returns the outcomes of a withdrawal that administrators may record from M-PESA's statement. */
function markableOutcomes({ type, status }: TransactionRow, [order]: Try[]): Answer['actions']['canMark'] {
  if (type !== 'Withdrawal' || order === undefined) return [];
  return markableAs({ isPending: status === 'Pending', order });
}

function eventIds(merchantId: string, id: string, tryIds: string[]): string[] {
  const types = ['voucher.redeemed', 'transaction.completed', 'settlement.processed', 'payment.failed'];
  const reversalId = derivedId('reversal', id);
  return [id, reversalId, ...tryIds].flatMap((cause) =>
    types.map((type) => derivedId('webhook', merchantId, type, cause)),
  );
}

type Fact = { label: string; value: string };

function factsShown({ labels }: Facts): Fact[] {
  return Object.entries(labels).flatMap(([label, value]) =>
    value === null || value === '' ? [] : [{ label, value }],
  );
}

/** Labels of facts with which a person can be contacted. */
const CONTACTS = new Set(['Paid from', 'Paid to', 'Recipient phone', 'Buyer email', 'Owner email', 'Email']);

function maskFact({ label, value }: Fact): Fact {
  return { label, value: CONTACTS.has(label) ? maskContacts(value) : value };
}

/** Reads the contacts of a transaction in full; undefined if there is no such transaction. */
export async function contactsOfTransaction(
  db: Db,
  type: TransactionType,
  id: string,
): Promise<Fact[] | undefined> {
  const facts = await findFacts(db, type, id);
  return facts && factsShown(facts).filter(({ label }) => CONTACTS.has(label));
}

function describeTry(type: TransactionType, one: Try): Answer['tries'][number] {
  const { id, at, state, resultCode, receipt, providerId } = one;
  const isOfMpesa = type !== 'Redemption' && type !== 'Claim';
  return {
    attemptId: id,
    at: at.toISOString(),
    state,
    resultCode: resultCode ?? undefined,
    explanation: isOfMpesa && resultCode !== null ? explainResultCode(type, resultCode) : undefined,
    receipt: receipt ?? undefined,
    providerId: providerId === null ? undefined : maskContacts(providerId),
  };
}

/** Converts a time from the database's JSON to ISO format. */
function inIso(moment: string): string {
  return new Date(moment).toISOString();
}

/** Lists the dedupe keys of a gift's messages: the first one, and one for each resend or correction. */
function announcementsOf({ voucherIds, activityIds }: VoucherRead): string[] {
  const occasions = ['', ...activityIds.map((activityId) => `/${activityId}`)];
  return voucherIds.flatMap((id) => occasions.map((occasion) => `${id}${occasion}`));
}

/** Describes a message for administrators, with its masked recipient and without its text. */
function describeNotification(
  keys: Keys,
  { at, topic, dedupeKey, state, tries, payload, error }: Notification,
): HandlerAnswer<typeof endpoint>['notifications'][number] {
  return {
    at: at.toISOString(),
    channel: topic === 'sms' ? 'SMS' : 'Email',
    template: dedupeKey.split(':')[0] ?? '',
    state,
    tries,
    to: payload === null ? undefined : maskedTarget(keys, topic, payload),
    error: error ?? undefined,
  };
}

function maskedTarget(keys: Keys, topic: 'sms' | 'email', payload: Buffer): string | undefined {
  const parsed = target.safeParse(JSON.parse(decrypt(keys, payload)));
  if (!parsed.success) return undefined;
  return topic === 'sms' ? maskMsisdn(parsed.data.to) : maskEmail(parsed.data.to);
}
