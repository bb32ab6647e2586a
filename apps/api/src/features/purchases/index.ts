export { applyPaymentFact } from './apply-payment-fact.ts';
export { applyPayBillPayment } from './apply-pay-bill-payment.ts';
export { dropStaleRegistrations } from './attempt-store.ts';
export { queryPurchase } from './query-purchase.ts';
export { registerPurchase } from './register-purchase.ts';
export { routes } from './routes.ts';
export { findAttempt } from './store.ts';
export { sweepPurchases } from './sweep-purchases.ts';
