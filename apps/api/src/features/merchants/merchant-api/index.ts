export { deleteOldCalls, createRequestLog } from './request-log.ts';
export { createMerchantApiGuard } from './merchant-api-guard.ts';
export { earliestMomentOf, latestMomentOf } from './moments.ts';
export { findVoucherId } from './read-voucher.ts';
export { routes } from './routes.ts';
