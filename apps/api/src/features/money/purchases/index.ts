export { applyPayBillPayment, reportPayBillPayment, endWaitForPayment } from './apply-pay-bill-payment.ts';
export { buyByPromptIn, buyFromWalletIn } from './buy-by-ussd.ts';
export { completeFromSuspense } from './complete-from-suspense.ts';
export { findMissingReceipt } from './confirm-payment.ts';
export { findOwnPurchase } from './find-own-purchase.ts';
export { findBought, listGifts, type PurchasedGift } from './gifts-store.ts';
export {
  claimDueQueries,
  confirmReport,
  findReferencesOfPrompts,
  findReport,
  findReportOf,
  listReportedReceipts,
  moveWaiting,
  setNextQuery,
  type PayBillPayment,
} from './pay-bill-store.ts';
export { payerMsisdnOf } from './paid-from.ts';
export { sendDuePrompts } from './prompt-again.ts';
export { purchaseOrders } from './purchase-orders.ts';
export { registerPurchase } from './register-purchase.ts';
export { routes } from './routes.ts';
export { deleteStaleRegistrations, findPurchase, lockPurchase, type Purchase } from './store.ts';
