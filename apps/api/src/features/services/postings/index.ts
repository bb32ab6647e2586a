export { account } from './accounts.ts';
export { adjustment as adjustmentPosting } from './correction-postings.ts';
export * as correctionPostings from './correction-postings.ts';
export * as postings from './postings.ts';
export * as purchasePostings from './purchase-postings.ts';
export * as refundPostings from './refund-postings.ts';
export * as voucherPostings from './voucher-postings.ts';
export { fundPayoutFloat } from './fund-payout-float.ts';
export * as settlementPostings from './settlement-postings.ts';
