import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson, signIn, type SignedIn } from '@zawadi/story/people';
import { newConsumer } from './consumers.ts';
import { makeGift } from './gifts.ts';
import { register } from './purchase-calls.ts';
import { newOfficer, settleOne, type Payee } from './settlement-calls.ts';
import { newShop, takeAtTill, type Shop } from './shops.ts';
import type { TestSystem } from './test-system.ts';
import { registerWithdrawal } from './withdrawal-calls.ts';

type Part = Record<string, unknown>;

/** A call that names an object: as its owner makes it, and what of it another id of the same form replaces. */
export type ObjectCall = {
  endpoint: Endpoint;
  requestId?: string;
  params?: Part;
  body?: Part;
  unknown: Part;
  /** Whose object it is, where consumers and merchants make the same call. */
  of?: 'consumer' | 'merchant';
};

export type ObjectWorld = Awaited<ReturnType<typeof createObjectWorld>>;

const uuid = randomUUID();
const bill = 'Z9Z9Z9Z9';
const batch = 'ST-20261120-00000';
const MONEY = { amount: 10 };
const HOUR_MS = 3_600_000;

/** A consumer and a merchant with an object of every kind, and another consumer and merchant with none of them. */
export async function createObjectWorld(system: TestSystem) {
  const [victim, stranger] = [await newConsumer(system), await newConsumer(system)];
  const [shop, otherShop] = [await newShop(system), await newShop(system)];
  const sent = await makeGift(system, { amount: 400, buyerId: victim.user.id });
  const deliverAt = new Date(nextHour() + HOUR_MS).toISOString();
  const scheduled = [];
  for (const amount of [40, 50]) {
    scheduled.push(await makeGift(system, { amount, buyerId: victim.user.id, deliverAt }));
  }
  const received = await makeGift(system, { amount: 300, recipient: victim });
  const claimed = await makeGift(system, { amount: 1_000, recipient: victim });
  await system.api.call(
    contract.claimVoucher,
    { body: { claimToken: claimed.claimToken } },
    { bearer: victim.bearer },
  );
  for (const { owner } of [shop, otherShop]) {
    const body = { url: 'https://8.8.8.8/hook', events: ['voucher.redeemed' as const] };
    await system.api.call(contract.saveWebhook, { body }, { bearer: owner.bearer });
  }
  const withdrawal = await registerWithdrawal(system, victim, 100);
  const purchase = await register(system, victim, { amount: 50 });
  const spent = await makeGift(system, { amount: 500 });
  const taken = await takeAtTill(system, shop.owner, spent.code, { amount: 100 });
  const { rows: paid } = await system.owner.query<{ paidId: string; paidBill: string }>(
    `select p.id as "paidId", p.bill_reference as "paidBill"
     from vouchers v join purchases p on p.id = v.purchase_id where v.id = $1`,
    [sent.voucherId],
  );
  const known = {
    paidId: paid[0]?.paidId ?? '',
    paidBill: paid[0]?.paidBill ?? '',
    sentId: sent.voucherId,
    movedId: scheduled[0]?.voucherId ?? '',
    cancelledId: scheduled[1]?.voucherId ?? '',
    receivedId: received.voucherId,
    redeemedId: spent.voucherId,
    receivedCode: received.code,
    redemptionId: taken.answer.redemptionId,
    device: await secondDevice(system, victim),
    passkey: await insertPasskey(system, 'consumer', victim.user.id),
    merchantPasskey: await insertPasskey(system, 'merchant', shop.owner.staffId),
    ...(await fixturesOf(system, shop)),
  };
  return { victim, stranger, shop, otherShop, purchase, withdrawal, known };
}

function nextHour(): number {
  return Math.ceil(Date.now() / HOUR_MS) * HOUR_MS;
}

/** A second session of the victim, as the list of devices names it. */
async function secondDevice(system: TestSystem, victim: SignedIn): Promise<string> {
  await signIn(system.api, victim);
  const { devices } = await system.api.call(contract.listDevices, {}, { bearer: victim.bearer });
  return devices.find(({ isCurrent }) => !isCurrent)?.id ?? '';
}

async function insertPasskey(system: TestSystem, audience: string, subjectId: string): Promise<string> {
  const id = randomUUID();
  await system.owner.query(
    `insert into passkeys
       (id, audience, subject_id, credential_id, public_key, counter, transports, device_type, is_backed_up, label)
     values ($1, $2, $3, $4, '\\x00', 0, '{}', 'singleDevice', false, 'Phone')`,
    [id, audience, subjectId, Buffer.from(id)],
  );
  return id;
}

/** One object of each kind that only time or M-PESA would bring. */
async function fixturesOf(system: TestSystem, { merchantId, owner, basic }: Shop) {
  const [deliveryId, alertId] = [randomUUID(), randomUUID()];
  await system.owner.query(
    `insert into webhook_deliveries (merchant_id, id, type, data, state)
     values ($1, $2, 'voucher.redeemed', '{}', 'failed')`,
    [merchantId, deliveryId],
  );
  await system.owner.query(
    `insert into fraud_alerts (merchant_id, id, rule, severity, subject, details)
     values ($1, $2, 'wrong_codes', 'High', 'a test', '{"staffName": "Njeri", "count": 10}')`,
    [merchantId, alertId],
  );
  await system.owner.query(
    `insert into merchant_payout_channels
       (merchant_id, version, kind, number, account_number, bank_name, set_by, effective_at)
     values ($1, 1, 'bank', '247247', '1234567', 'Equity Bank', $2, now())`,
    [merchantId, owner.staffId],
  );
  const { rows } = await system.owner.query<{ merchantCode: string }>(
    'select merchant_code as "merchantCode" from merchants where id = $1',
    [merchantId],
  );
  const merchantCode = rows[0]?.merchantCode ?? '';
  const payee = { merchantId, merchantCode } as Payee;
  const { batchId } = await settleOne(system, await newOfficer(system), payee);
  await system.api.call(contract.merchantLogin, { body: { merchantCode, password: DEMO_PASSWORD } });
  const { devices } = await system.api.call(contract.listDevices, {}, { bearer: owner.bearer });
  const merchantDevice = devices.find(({ isCurrent }) => !isCurrent)?.id ?? '';
  return { deliveryId, alertId, batchId, merchantCode, apiKey: basic.split(':')[0] ?? '', merchantDevice };
}

/** Every call of a consumer or merchant that names an object, in an order in which no call takes away what a later one names. */
export function objectCallsOf({ victim, shop, purchase, withdrawal, known }: ObjectWorld): ObjectCall[] {
  const { amount, partyA, requestId, billReferenceNumber } = purchase;
  const byBatch = { params: { batchId: known.batchId }, unknown: { batchId: batch } };
  const recipient = newPerson('Kip', 'Rotich');
  const recipientEmail = recipient.email;
  const corrected = { fullName: 'Kip Rotich', recipientMsisdn: recipient.phoneNumber, recipientEmail };
  return [
    { endpoint: contract.purchaseDetails, params: { requestId: known.paidId }, unknown: { requestId: uuid } },
    { endpoint: contract.historyEntry, params: { id: known.paidId }, unknown: { id: uuid } },
    { endpoint: contract.receiptPdf, params: { requestId: known.paidId }, unknown: { requestId: uuid } },
    {
      endpoint: contract.confirmPayment,
      requestId: known.paidId,
      body: { billReferenceNumber: known.paidBill },
      unknown: { billReferenceNumber: bill },
    },
    {
      endpoint: contract.startPurchase,
      requestId,
      body: { transactionId: requestId, amount, partyA, billReferenceNumber },
      unknown: { transactionId: uuid, billReferenceNumber: bill },
    },
    {
      endpoint: contract.registerTransaction,
      body: {
        ...corrected,
        ...MONEY,
        partyA: victim.phoneNumber,
        userId: victim.user.id,
        transactionType: 'purchase',
        paymentMethod: 'mpesa',
      },
      unknown: { userId: uuid },
    },
    {
      endpoint: contract.withdrawalStatus,
      body: { requestId: withdrawal.requestId },
      unknown: { requestId: uuid },
    },
    {
      endpoint: contract.startWithdrawal,
      requestId: withdrawal.requestId,
      body: {
        userId: victim.user.id,
        amount: 100,
        msisdn: withdrawal.msisdn,
        billReferenceNumber: withdrawal.billReferenceNumber,
      },
      unknown: { userId: uuid, billReferenceNumber: bill },
    },
    { endpoint: contract.dashboardStats, body: { userId: victim.user.id }, unknown: { userId: uuid } },
    { endpoint: contract.showCode, body: { voucherId: known.receivedId }, unknown: { voucherId: uuid } },
    {
      endpoint: contract.correctRecipient,
      body: { voucherId: known.sentId, ...corrected },
      unknown: { voucherId: uuid },
    },
    { endpoint: contract.resendGift, body: { voucherId: known.sentId }, unknown: { voucherId: uuid } },
    {
      endpoint: contract.moveGift,
      body: { voucherId: known.movedId, deliverAt: new Date(nextHour() + 2 * HOUR_MS).toISOString() },
      unknown: { voucherId: uuid },
    },
    { endpoint: contract.sendGiftNow, body: { voucherId: known.movedId }, unknown: { voucherId: uuid } },
    { endpoint: contract.cancelGift, body: { voucherId: known.cancelledId }, unknown: { voucherId: uuid } },
    {
      endpoint: contract.redemptionReceiptPdf,
      params: { redemptionId: known.redemptionId },
      unknown: { redemptionId: uuid },
    },
    {
      endpoint: contract.acknowledgeFraudAlert,
      body: { alertId: known.alertId },
      unknown: { alertId: uuid },
    },
    {
      endpoint: contract.readWebhookDelivery,
      params: { deliveryId: known.deliveryId },
      unknown: { deliveryId: uuid },
    },
    {
      endpoint: contract.sendWebhookAgain,
      params: { deliveryId: known.deliveryId },
      unknown: { deliveryId: uuid },
    },
    ...[
      contract.settlementDetail,
      contract.settlementPdf,
      contract.settlementTransactions,
      contract.settlementTransactionsCsv,
    ].map((endpoint) => ({ endpoint, ...byBatch })),
    {
      endpoint: contract.merchantDetails,
      body: { merchantCode: known.merchantCode },
      unknown: { merchantCode: 'NOSUCH1' },
    },
    { endpoint: contract.readVoucher, params: { id: known.redeemedId }, unknown: { id: uuid } },
    {
      endpoint: contract.redeemVoucher,
      params: { id: known.redeemedId },
      body: MONEY,
      unknown: { id: uuid },
    },
    {
      endpoint: contract.reverseRedemptionByMachine,
      params: { id: known.redeemedId, redemptionId: known.redemptionId },
      unknown: { id: uuid, redemptionId: uuid },
    },
    {
      endpoint: contract.reverseAtTill,
      body: { redemptionId: known.redemptionId },
      unknown: { redemptionId: uuid },
    },
    {
      endpoint: contract.updateStaff,
      params: { staffId: shop.cashier.staffId },
      body: { name: 'Juma Pesa' },
      unknown: { staffId: uuid },
    },
    {
      endpoint: contract.resetStaffPassword,
      params: { staffId: shop.cashier.staffId },
      unknown: { staffId: uuid },
    },
    {
      endpoint: contract.updateMerchantSecret,
      body: { apiKey: known.apiKey },
      unknown: { apiKey: 'zk_unknown' },
    },
    ...ofEach([known.device, known.merchantDevice], contract.signOutDevice),
    ...ofEach([known.passkey, known.merchantPasskey], contract.renamePasskey, { label: 'Tablet' }),
    ...ofEach([known.passkey, known.merchantPasskey], contract.removePasskey, { password: DEMO_PASSWORD }),
  ];
}

/** A call that names an object of the consumer, and the same that names one of the merchant. */
function ofEach(ids: [string, string], endpoint: Endpoint, body?: Part): ObjectCall[] {
  return (['consumer', 'merchant'] as const).map((of, index) => {
    const call = { endpoint, of, params: { id: ids[index] }, unknown: { id: uuid } };
    return body ? { ...call, body } : call;
  });
}
