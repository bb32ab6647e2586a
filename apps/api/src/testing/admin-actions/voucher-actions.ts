import { randomInt, randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import { applyPayBillPayment } from '../../features/money/purchases/index.ts';
import { raiseAlert } from '../../features/services/alerts/index.ts';
import { raiseReview } from '../../features/services/reviews/index.ts';
import { inTransaction } from '../../platform/db/in-transaction.ts';
import { newId } from '../../platform/ids.ts';
import { nairobiDay } from '../../platform/nairobi-time.ts';
import { newConsumer } from '../consumers.ts';
import { switchFeatures } from '../feature-switches.ts';
import { giveWithPhoto } from '../gift-photos.ts';
import { makeGift } from '../gifts.ts';
import { hold } from '../holds.ts';
import { refund } from '../refund-calls.ts';
import { newTill } from '../tills.ts';
import { leaveWithdrawalOpen, newSaver } from '../withdrawal-calls.ts';
import { reason, type AdminAction, type Office } from './admin-action.ts';

const LATER_DAYS = 729;
const DAY_MS = 24 * 3_600_000;

const newReceipt = (letter: string) => `${letter}${String(randomInt(1_000_000_000)).padStart(9, '0')}`;

const ofGift = (endpoint: contract.Endpoint, body: object): AdminAction => [
  endpoint,
  async ({ system }) => {
    const { voucherId } = await makeGift(system, { amount: 500 });
    return () => ({ body: { voucherId, ...body } });
  },
];

const ofPurchase = (endpoint: contract.Endpoint, bodyOf: () => object): AdminAction => [
  endpoint,
  async ({ system }) => {
    const { voucherId } = await makeGift(system, { amount: 500 });
    const { rows } = await system.owner.query<{ id: string }>(
      'select purchase_id as id from vouchers where id = $1',
      [voucherId],
    );
    const body = { transactionId: rows[0]?.id, ...bodyOf() };
    return () => ({ body });
  },
];

const ofRequest = (endpoint: contract.Endpoint): AdminAction => [
  endpoint,
  async ({ system, administrator, other }) => {
    const { answer } = await refund(system, administrator, await makeGift(system, { amount: 20_000 }));
    const approvalId = 'approvalId' in answer ? answer.approvalId : '';
    return () => ({ by: other, body: { approvalId, reason } });
  },
];

async function reviewAbout({ system }: Office, subjectId: string): Promise<string> {
  const { rows } = await system.owner.query<{ id: string }>('select id from reviews where subject_id = $1', [
    subjectId,
  ]);
  return rows[0]?.id ?? '';
}

const ofPhoto = (endpoint: contract.Endpoint, body: object): AdminAction => [
  endpoint,
  async (office) => {
    await switchFeatures(office.system, true, 'giftPhotos');
    const { claimToken, voucherId } = await giveWithPhoto(office.system);
    await office.system.call(contract.reportGiftPhoto, { body: { claimToken } });
    const reviewId = await reviewAbout(office, voucherId);
    return () => ({ body: { reviewId, ...body } });
  },
];

/** Requests of administrators about vouchers, payments and money in suspense. */
export const voucherActions: AdminAction[] = [
  [
    contract.searchEverything,
    async ({ system }) => {
      const { code } = await makeGift(system, { amount: 500 });
      return () => ({ body: { text: code } });
    },
  ],
  ofGift(contract.adminResendVoucher, {}),
  ofGift(contract.freezeVoucher, { reason }),
  [
    contract.unfreezeVoucher,
    async ({ system, administrator }) => {
      const { voucherId } = await makeGift(system, { amount: 500 });
      const body = { voucherId, reason };
      await system.call(contract.freezeVoucher, { body }, administrator);
      return () => ({ body });
    },
  ],
  [
    contract.releaseHoldBySupport,
    async ({ system }) => {
      const { code } = await makeGift(system, { amount: 500 });
      const { answer } = await hold(system, await newTill(system), code);
      return () => ({ body: { holdId: answer.id, reason } });
    },
  ],
  ofGift(contract.refundVoucher, { reason }),
  ofGift(contract.voidVoucher, { valueGoesTo: 'replacement', reason }),
  [
    contract.extendVoucher,
    async ({ system }) => {
      const { voucherId } = await makeGift(system, { amount: 500 });
      await system.owner.query(`update vouchers set expires_at = now() + interval '1 day' where id = $1`, [
        voucherId,
      ]);
      const validTo = nairobiDay(new Date(Date.now() + LATER_DAYS * DAY_MS));
      return () => ({ body: { voucherId, validTo, reason } });
    },
  ],
  [
    contract.markWithdrawal,
    async ({ system }) => {
      const { requestId } = await leaveWithdrawalOpen(system, await newSaver(system));
      return () => ({
        body: {
          transactionId: requestId,
          outcome: 'paid',
          receipt: newReceipt('U'),
          reason,
        },
      });
    },
  ],
  ofPurchase(contract.bookReversal, () => ({ receipt: newReceipt('U'), reason })),
  ofPurchase(contract.queryTransaction, () => ({ type: 'Deposit' })),
  [contract.queryReceipt, async () => () => ({ body: { receipt: newReceipt('U') } })],
  [contract.queryOpenTransactions, async () => () => ({})],
  ofRequest(contract.approveRequest),
  ofRequest(contract.rejectRequest),
  [
    contract.adjustMerchant,
    async ({ system }) => {
      const { merchantId } = await newTill(system);
      const adjustmentId = randomUUID();
      return () => ({ body: { adjustmentId, merchantId, direction: 'credit', amount: 10, reason } });
    },
  ],
  [
    contract.resolveReview,
    async (office) => {
      const subjectId = newId();
      await inTransaction(office.system.deps.db, (tx) =>
        raiseReview(tx, { kind: 'money_unclear', subjectId, details: {} }),
      );
      const reviewId = await reviewAbout(office, subjectId);
      return () => ({ body: { reviewId, reason } });
    },
  ],
  ofPhoto(contract.showReportedPhoto, {}),
  ofPhoto(contract.decideReportedPhoto, { decision: 'remove', reason }),
  [
    contract.acknowledgeAlert,
    async ({ system }) => {
      const kind = 'provider_silent';
      await raiseAlert(system.deps.db, { kind, subject: randomUUID(), details: {} });
      const { rows } = await system.owner.query<{ id: string }>(
        'select id from alerts where kind = $1 and resolved_at is null and acknowledged_at is null',
        [kind],
      );
      return () => ({ body: { alertId: rows[0]?.id } });
    },
  ],
  [
    contract.resolveHeldMoney,
    async (office) => {
      const { deps } = office.system;
      const messageId = newId();
      const receipt = newReceipt('S');
      const payment = { messageId, receipt, billReference: 'NOSUCH', amountShillings: 300 };
      await inTransaction(deps.db, (tx) => applyPayBillPayment(tx, deps, payment));
      const reviewId = await reviewAbout(office, messageId);
      const { user } = await newConsumer(office.system);
      return () => ({ body: { reviewId, goesTo: { kind: 'wallet', userId: user.id }, reason } });
    },
  ],
];
