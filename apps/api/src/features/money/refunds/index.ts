export { refundOrders } from './refund-orders.ts';
export { refundSuspense } from './refund-suspense.ts';
export { previewRefund, refundVoucher } from './refund-voucher.ts';
export { findRefundById, isGivenBack, noteRefundState } from './store.ts';
export { routes } from './routes.ts';
