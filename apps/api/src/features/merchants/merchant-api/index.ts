export { forgetOldCalls } from './forget-old-calls.ts';
export { createMerchantApiGuard } from './merchant-api-guard.ts';
export { createRequestLog } from './request-log.ts';
export { routes } from './routes.ts';
