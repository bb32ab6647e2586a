import { randomUUID } from 'node:crypto';
import * as contract from '@zawadi/contract';
import type { Endpoint } from '@zawadi/contract';
import { DEMO_PASSWORD, newPerson } from '@zawadi/story/people';
import { nextHour, type ObjectWorld } from './object-world.ts';

type Part = Record<string, unknown>;

/** A request that names an object: the owner's input, and the fields to replace with an unknown id. */
export type ObjectCall = {
  endpoint: Endpoint;
  requestId?: string;
  params?: Part;
  body?: Part;
  unknown: Part;
  /** Owner of the object, if both consumers and merchants may use the endpoint. */
  of?: 'consumer' | 'merchant';
};

const uuid = randomUUID();
const bill = 'Z9Z9Z9Z9';
const batch = 'ST-20261120-00000';
const MONEY = { amount: 10 };
const PLACE = { category: '', town: '', street: '', phoneNumber: '', mapLink: '' };
const CLOSED = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, kind: 'closed' }));

/**
 * Lists requests that name an object of a consumer or merchant, one per endpoint and field. None removes an object
 * that a later one names.
 */
export function objectCallsOf({ victim, shop, purchase, withdrawal, known }: ObjectWorld): ObjectCall[] {
  const { amount, partyA, requestId, billReferenceNumber } = purchase;
  const byBatch = { params: { batchId: known.batchId }, unknown: { batchId: batch } };
  const recipient = newPerson('Kip', 'Rotich');
  const recipientEmail = recipient.email;
  const corrected = { fullName: 'Kip Rotich', recipientMsisdn: recipient.phoneNumber, recipientEmail };
  return [
    inPath(contract.purchaseDetails, { requestId: known.paidId }),
    inPath(contract.historyEntry, { id: known.paidId }),
    inPath(contract.receiptPdf, { requestId: known.paidId }),
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
      endpoint: contract.payFromWallet,
      params: { requestId },
      body: { amount, billReferenceNumber },
      unknown: { requestId: uuid, billReferenceNumber: bill },
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
    inBody(contract.withdrawalStatus, { requestId: withdrawal.requestId }),
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
    inPath(contract.deleteGiftPhoto, { requestId: known.paidId }),
    inBody(contract.dashboardStats, { userId: victim.user.id }),
    inBody(contract.showCode, { voucherId: known.receivedId }),
    {
      endpoint: contract.correctRecipient,
      body: { voucherId: known.sentId, ...corrected },
      unknown: { voucherId: uuid },
    },
    inBody(contract.resendGift, { voucherId: known.sentId }),
    {
      endpoint: contract.moveGift,
      body: { voucherId: known.movedId, deliverAt: nextHour(2) },
      unknown: { voucherId: uuid },
    },
    inBody(contract.sendGiftNow, { voucherId: known.movedId }),
    inBody(contract.cancelGift, { voucherId: known.cancelledId }),
    inPath(contract.redemptionReceiptPdf, { redemptionId: known.redemptionId }),
    inBody(contract.acknowledgeFraudAlert, { alertId: known.alertId }),
    inPath(contract.readWebhookDelivery, { deliveryId: known.deliveryId }),
    inPath(contract.sendWebhookAgain, { deliveryId: known.deliveryId }),
    inPath(contract.readWebhookEvent, { eventId: known.deliveryId }),
    inPath(contract.changeWebhookAddress, { addressId: known.addressId }, { description: 'Stock' }),
    ...[contract.makeWebhookAddressSecret, contract.testWebhookAddress, contract.removeWebhookAddress].map(
      (endpoint) => inPath(endpoint, { addressId: known.addressId }),
    ),
    inPath(contract.readEventByMachine, { id: known.deliveryId }),
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
    {
      endpoint: contract.readSettlementByMachine,
      params: { id: known.batchId },
      unknown: { id: batch },
    },
    inPath(contract.readTransactionByMachine, { id: known.redemptionId }),
    ...[contract.resendVoucherByMachine, contract.voidVoucherByMachine].map((endpoint) => ({
      endpoint,
      params: { id: known.issuedByMachine },
      unknown: { id: uuid },
    })),
    ...[contract.resendMerchantVoucher, contract.voidMerchantVoucher].map((endpoint) => ({
      endpoint,
      body: { voucherId: known.issuedAtPortal },
      unknown: { voucherId: uuid },
    })),
    inPath(contract.readVoucher, { id: known.redeemedId }),
    inPath(contract.redeemVoucher, { id: known.redeemedId }, MONEY),
    inPath(contract.holdVoucher, { id: known.redeemedId }, MONEY),
    inPath(contract.readHold, { id: known.capturedHold }),
    inPath(contract.captureHold, { id: known.capturedHold }, MONEY),
    inPath(contract.releaseHold, { id: known.releasedHold }),
    inBody(contract.captureHoldAtPortal, { holdId: known.capturedAtPortal }),
    inBody(contract.releaseHoldAtPortal, { holdId: known.releasedAtPortal }),
    {
      endpoint: contract.reverseRedemptionByMachine,
      params: { id: known.redeemedId, redemptionId: known.redemptionId },
      unknown: { id: uuid, redemptionId: uuid },
    },
    {
      endpoint: contract.noteBill,
      body: { redemptionId: known.redemptionId, total: 100_000, paidBy: 'cash' },
      unknown: { redemptionId: uuid },
    },
    inPath(contract.dayClosePdf, { closeId: known.closeId }),
    inPath(contract.confirmDayClose, { closeId: known.closeId }, { note: 'Counted again' }),
    inBody(contract.reverseAtTill, { redemptionId: known.redemptionId }),
    inPath(contract.updateMember, { staffId: shop.cashier.staffId }, { name: 'Juma Pesa' }),
    inPath(contract.resetMemberPassword, { staffId: shop.cashier.staffId }),
    {
      endpoint: contract.updateMerchantSecret,
      body: { apiKey: known.apiKey },
      unknown: { apiKey: 'zk_unknown' },
    },
    inPath(contract.updatePlace, { placeId: known.placeId }, PLACE),
    inPath(contract.updateOpeningHours, { placeId: known.placeId }, { openingHours: CLOSED }),
    inPath(contract.closePlace, { placeId: known.placeId }),
    inPath(contract.rollApiKey, { keyId: known.keyId }),
    inPath(contract.revokeApiKey, { keyId: known.keyId }),
    ...ofEach([known.device, known.merchantDevice], contract.signOutDevice),
    ...ofEach([known.passkey, known.merchantPasskey], contract.renamePasskey, { label: 'Tablet' }),
    ...ofEach([known.passkey, known.merchantPasskey], contract.removePasskey, { password: DEMO_PASSWORD }),
  ];
}

/** Builds a request whose path names an object by its id. */
function inPath(endpoint: Endpoint, names: Record<string, string>, body?: Part): ObjectCall {
  return { endpoint, params: names, ...(body && { body }), unknown: unknownOf(names) };
}

/** Builds a request whose body names an object by its id. */
function inBody(endpoint: Endpoint, names: Record<string, string>): ObjectCall {
  return { endpoint, body: names, unknown: unknownOf(names) };
}

function unknownOf(names: Record<string, string>): Part {
  return Object.fromEntries(Object.keys(names).map((name) => [name, uuid]));
}

/** Builds two requests to one endpoint: one names an object of the consumer, the other an object of the merchant. */
function ofEach(ids: [string, string], endpoint: Endpoint, body?: Part): ObjectCall[] {
  return (['consumer', 'merchant'] as const).map((of, index) => {
    const call = { endpoint, of, params: { id: ids[index] }, unknown: { id: uuid } };
    return body ? { ...call, body } : call;
  });
}
