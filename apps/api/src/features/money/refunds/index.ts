export { applyRefundResult, type RefundResult } from './apply-refund-result.ts';
export { findExpectedReversal } from './find-expected-reversal.ts';
export { queryRefund } from './query-refund.ts';
export { refundSuspense } from './refund-suspense.ts';
export { previewRefund, refundVoucher } from './refund-voucher.ts';
export { sendReversal } from './send-reversal.ts';
export { findRefundById, isGivenBack } from './store.ts';
export { sweepRefunds } from './sweep-refunds.ts';
