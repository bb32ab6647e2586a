export { deleteOldCalls, createRequestLog } from './request-log.ts';
export { createMerchantApiGuard } from './merchant-api-guard.ts';
export { routes } from './routes.ts';
