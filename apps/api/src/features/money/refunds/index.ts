export { refundOrders } from './refund-orders.ts';
export { refundSuspense } from './refund-suspense.ts';
export { previewRefund, refundVoucher } from './refund-voucher.ts';
export { recordRefundState } from './refund-state-store.ts';
export { findRefundById, isGivenBack } from './store.ts';
export { routes } from './routes.ts';
