import {
  acknowledgeFraudAlert,
  adminListSettlements,
  adminSettlementDetail,
  adminSettlementTransactions,
  approveSettlement,
  bankFile,
  cancelSettlement,
  checkSettlement,
  claimVoucher,
  claimVoucherByCode,
  confirmPayment,
  confirmSettlementOutcome,
  correctRecipient,
  createVoucher,
  dashboardStats,
  fraudAlerts,
  lookUpVoucher,
  merchantOverview,
  merchantReport,
  merchantReportCsv,
  merchantTransactions,
  merchantTransactionsCsv,
  redeemAtTill,
  redeemVoucher,
  redemptionReceiptPdf,
  registerTransaction,
  resendGift,
  reverseAtTill,
  reverseRedemptionByMachine,
  sayThanks,
  showCode,
  startPurchase,
  startWithdrawal,
  todaysRedemptions,
  viewVoucherByCode,
  withdrawalStatus,
  history,
  historyCsv,
  listSettlements,
  listSettlementsByMachine,
  listTransactionsByMachine,
  paidNumbers,
  proposeSettlementOutcome,
  purchaseDetails,
  readVoucher,
  receiptPdf,
  receivedGifts,
  runSettlements,
  sentGifts,
  settlementDetail,
  settlementPdf,
  settlementsCsv,
  settlementsPdf,
  settlementSummary,
  settlementTransactions,
  settlementTransactionsCsv,
  statementPdf,
  viewVoucher,
  voucherPdf,
  type Endpoint,
} from '@zawadi/contract';

/** An id that is nobody's. */
export const ID = '0c9f62ab-35b1-4a4c-9a8e-1f6a3a0d9f11';
const MSISDN = '254712345678';
const BATCH_ID = 'ST-20261120-00000';
export const registration = {
  userId: ID,
  amount: 10,
  recipientMsisdn: MSISDN,
  partyA: MSISDN,
  recipientEmail: 'kip@example.test',
  fullName: 'Kip Rotich',
  paymentMethod: 'mpesa',
};

/** A full hour that a gift can wait for. */
function tomorrow(): string {
  const hourMs = 3_600_000;
  return new Date((Math.floor(Date.now() / hourMs) + 24) * hourMs).toISOString();
}

/** A day in Nairobi that a voucher of a merchant's own can be valid to. */
function nextYear(): string {
  return `${new Date().getUTCFullYear() + 1}-06-30`;
}

/** A body that is well formed for each call; what it names does not exist, or is nobody's. */
export const BODIES: [Endpoint, Record<string, unknown>][] = [
  [dashboardStats, { userId: ID }],
  [
    registerTransaction,
    {
      ...registration,
      transactionType: 'purchase',
      transactionDesc: 'Hongera',
      cloth: 'plain',
      deliverAt: tomorrow(),
    },
  ],
  [registerTransaction, { ...registration, transactionType: 'withdraw', transactionDesc: 'Withdraw' }],
  [startPurchase, { transactionId: ID, amount: 10, partyA: MSISDN, billReferenceNumber: 'ABCDEFGH' }],
  [confirmPayment, { billReferenceNumber: 'ABCDEFGH' }],
  [
    startWithdrawal,
    { userId: ID, amount: 10, msisdn: MSISDN, billReferenceNumber: 'ABCDEFGH', otp: '123456' },
  ],
  [withdrawalStatus, { requestId: ID }],
  [claimVoucher, { claimToken: 'never-a-link-of-ours' }],
  [viewVoucherByCode, { code: '0000-0000-0000-0000' }],
  [claimVoucherByCode, { code: '0000-0000-0000-0000' }],
  [showCode, { voucherId: ID }],
  [resendGift, { voucherId: ID }],
  [
    correctRecipient,
    { voucherId: ID, fullName: 'Kip Rotich', recipientMsisdn: MSISDN, recipientEmail: 'kip@example.test' },
  ],
  [sayThanks, { claimToken: 'never-a-link-of-ours', message: 'Asante' }],
  [redeemVoucher, { amount: 10 }],
  [reverseRedemptionByMachine, {}],
  [lookUpVoucher, { code: 'never-a-code' }],
  [redeemAtTill, { code: 'never-a-code', amount: 10, attemptId: ID }],
  [reverseAtTill, { redemptionId: ID }],
  [acknowledgeFraudAlert, { alertId: ID }],
  [runSettlements, { merchantCode: 'NOSUCH1', upTo: 'midnight' }],
  [approveSettlement, { batchId: BATCH_ID }],
  [checkSettlement, { batchId: BATCH_ID }],
  [cancelSettlement, { batchId: BATCH_ID, reason: 'Wrong shop' }],
  [proposeSettlementOutcome, { batchId: BATCH_ID, outcome: 'paid', reference: 'FT2611200001' }],
  [confirmSettlementOutcome, { batchId: BATCH_ID, isConfirmed: true }],
  [
    createVoucher,
    {
      amount: 10,
      recipient: { name: 'Kip Rotich' },
      message: 'Karibu',
      reference: 'order 7',
      expires_at: nextYear(),
    },
  ],
];

/** Calls about money that have no body. */
export const WITHOUT_BODY: Endpoint[] = [
  purchaseDetails,
  viewVoucher,
  receiptPdf,
  voucherPdf,
  readVoucher,
  redemptionReceiptPdf,
  settlementDetail,
  settlementPdf,
  settlementTransactionsCsv,
  adminSettlementDetail,
  settlementTransactions,
  adminSettlementTransactions,
];

/** Calls about money that are asked with a query. */
export const LISTS: Endpoint[] = [
  history,
  historyCsv,
  statementPdf,
  receivedGifts,
  sentGifts,
  paidNumbers,
  listTransactionsByMachine,
  listSettlementsByMachine,
  todaysRedemptions,
  merchantOverview,
  merchantTransactions,
  merchantTransactionsCsv,
  merchantReport,
  merchantReportCsv,
  fraudAlerts,
  settlementSummary,
  listSettlements,
  settlementsCsv,
  settlementsPdf,
  adminListSettlements,
  bankFile,
];

/** Texts that break what is not careful. */
export const STRANGE_TEXTS = [
  ' ',
  'nul \u0000',
  "' or 1=1 --",
  '\ud800',
  'e\u0301 and \u202egnp.exe',
  '\u200b',
  'a\r\nBcc: all@example.test',
  'x'.repeat(50_000),
  '%00',
  '🎁'.repeat(80),
  '__proto__',
];
