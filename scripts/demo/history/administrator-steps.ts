import {
  addMerchant,
  addressOf,
  adjustMerchant,
  approveRequest,
  bookReconciliationCharges,
  listDeskAlerts,
  listReviews,
  listSupportRequests,
  markSupportAnswered,
  noteFraudCase,
  openFraudCase,
  pullStatement,
  refundVoucher,
  resolveHeldMoney,
  uploadStatement,
  userDetails,
  type ReconciliationRun,
  type StatementAccount,
} from '@zawadi/contract';
import { Refused } from '@zawadi/story/api-client';
import { findMerchantByCode } from '../../../apps/api/src/features/people/merchants/index.ts';
import { systemClock } from '../../../apps/api/src/platform/clock.ts';
import { DAY_MS } from '../../../apps/api/src/platform/durations.ts';
import { derivedId } from '../../../apps/api/src/platform/ids.ts';
import { nairobiDay } from '../../../apps/api/src/platform/nairobi-time.ts';
import { SHOPS } from './cast.ts';
import { voucherOf } from './consumer-steps.ts';
import type { Stage } from './stage.ts';

const LETTER_ANSWER = 'Thank you for writing. We have looked at it, and your balance is right.';

const FIRST = { administrator: 'admin@zawadi.test' };
const SECOND = { administrator: 'admin2@zawadi.test' };

export async function answerLetters(stage: Stage): Promise<void> {
  const { api } = stage.past.world;
  const bearer = await stage.bearerOf(FIRST);
  const { supportRequests } = await api.call(
    listSupportRequests,
    { query: { status: 'OPEN', limit: 25 } },
    { bearer },
  );
  for (const { supportRequestId: id } of supportRequests)
    await api.call(markSupportAnswered, { params: { id }, body: { answer: LETTER_ANSWER } }, { bearer });
}

/** Refunds a gift. Above the limit, a second administrator approves the refund. */
export async function refund(stage: Stage, step: { gift: number }): Promise<void> {
  const { api } = stage.past.world;
  const gift = stage.gifts.get(step.gift);
  if (!gift) return;
  const body = {
    voucherId: await voucherOf(stage, gift),
    reason: 'The buyer called: bought twice by mistake',
  };
  const asked = await api.call(refundVoucher, { body }, { bearer: await stage.bearerOf(FIRST) });
  if (asked.outcome === 'done') return;
  const approval = { approvalId: asked.approvalId, reason: 'Seen in the statement' };
  await api.call(approveRequest, { body: approval }, { bearer: await stage.bearerOf(SECOND) });
}

/** Resolves a payment with a wrong account number: an administrator pays the money into the payer's wallet. */
export async function resolveStrayPayment(stage: Stage, consumer: number): Promise<void> {
  const { api } = stage.past.world;
  const owner = await stage.bearerOf({ consumer });
  const { id: userId } = await api.call(userDetails, { body: {} }, { bearer: owner });
  const bearer = await stage.bearerOf(FIRST);
  const { reviews } = await api.call(listReviews, { query: { limit: 20 } }, { bearer });
  const review = reviews.find(({ kind }) => kind === 'money_without_purchase');
  if (!review) return;
  const reason = 'The payer sent a picture of the SMS';
  const body = { reviewId: review.reviewId, goesTo: { kind: 'wallet', userId } as const, reason };
  await api.call(resolveHeldMoney, { body }, { bearer });
}

export async function reconcile(stage: Stage): Promise<void> {
  const bearer = await stage.bearerOf(SECOND);
  await stage.past.world.api.call(pullStatement, { body: { hours: 48 } }, { bearer });
}

/**
 * Reconciles the last two weeks' M-PESA statements of the pay-out accounts, and books their charges. If a slow machine
 * made a pay-out a day late, the next statement has it.
 */
export async function bookCharges(stage: Stage): Promise<void> {
  const { api } = stage.past.world;
  const bearer = await stage.bearerOf(SECOND);
  for (const account of ['utility', 'working'] as const) {
    const { runId, items } = await upload(stage, bearer, account);
    if (items.missing_here === 0) continue;
    const body = { runId, reason: 'M-PESA charges as in the statement' };
    await api.call(bookReconciliationCharges, { body }, { bearer });
  }
}

async function upload(
  { past }: Stage,
  bearer: string,
  account: StatementAccount,
): Promise<ReconciliationRun> {
  const { api, sandboxUrl } = past.world;
  const now = systemClock.now();
  const from = nairobiDay(new Date(now.getTime() - 14 * DAY_MS));
  const statement = await fetch(`${sandboxUrl}/control/statement?account=${account}&from=${from}`);
  const fileName = `${account}-${nairobiDay(now)}.csv`;
  const address = addressOf(uploadStatement, { params: { account }, query: { fileName } });
  const response = await fetch(api.baseUrl + address, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'text/csv' },
    body: await statement.text(),
  });
  const answer = (await response.json()) as { body: unknown; code?: string };
  if (!response.ok) throw new Refused(response.status, answer, 0);
  return uploadStatement.answer.parse(answer.body);
}

export async function adjust(stage: Stage): Promise<void> {
  const { world, deps } = stage.past;
  const merchant = await findMerchantByCode(deps.db, SHOPS[1]?.merchantCode ?? '');
  if (!merchant) throw new Error('the shop to adjust does not exist');
  const body = {
    adjustmentId: derivedId('demo-history', 'adjustment'),
    merchantId: merchant.id,
    direction: 'credit',
    amount: 120,
    reason: 'Goodwill for the till that was down on Saturday',
  } as const;
  await world.api.call(adjustMerchant, { body }, { bearer: await stage.bearerOf(FIRST) });
}

/** Adds one more shop, still waiting for approval. */
export async function addPendingMerchant(stage: Stage): Promise<void> {
  const body = {
    businessName: 'Mrembo Salon',
    contactName: 'Purity Nekesa',
    contactEmail: 'purity@mrembo.test',
    contactPhoneNumber: '254700000104',
  };
  await stage.past.world.api.call(addMerchant, { body }, { bearer: await stage.bearerOf(FIRST) });
}

/** Opens a case about the shop or person of the newest alert that is open, if there is one. */
export async function openCase(stage: Stage): Promise<void> {
  const { api } = stage.past.world;
  const bearer = await stage.bearerOf(FIRST);
  const { alerts } = await api.call(listDeskAlerts, { query: { limit: 1 } }, { bearer });
  const about = alerts[0]?.about;
  if (!about) return;
  const caseId = derivedId('demo-history', 'case');
  const text = 'The alert needs an explanation. Ask for receipts before anything else.';
  await api.call(openFraudCase, { body: { caseId, about, text } }, { bearer });
  const body = { noteId: derivedId('demo-history', 'case note'), text: 'Compared with last month: unusual.' };
  await api.call(noteFraudCase, { params: { caseId }, body }, { bearer });
}
