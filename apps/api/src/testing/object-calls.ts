import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { nextHour, type ObjectWorld } from './object-world.ts';

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

const uuid = randomUUID();
const bill = 'Z9Z9Z9Z9';
const batch = 'ST-20261120-00000';
const MONEY = { amount: 10 };

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
      body: { voucherId: known.movedId, deliverAt: nextHour(2) },
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
      endpoint: contract.ownInvoicePdf,
      params: { number: known.invoiceNumber },
      unknown: { number: 'INV-999999' },
    },
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
