export { createConfiguredClient } from './create-client.ts';
export type { PaymentDeps } from './payment-deps.ts';
export type { PayOutResult } from './pay-out-result.ts';
