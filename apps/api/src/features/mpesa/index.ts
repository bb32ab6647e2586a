export { createConfiguredClient } from './create-client.ts';
export type { PaymentDeps } from './payment-deps.ts';
export type { PayOutFact } from './pay-out-fact.ts';
