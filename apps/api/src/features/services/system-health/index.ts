export { readQueue, readWebhooks, type TopicSigns } from './deliveries-store.ts';
export { differenceText } from './describe-proofs.ts';
export {
  countOpenReviews,
  isUnconfirmed,
  readCallbackSigns,
  readFloat,
  readPauses,
  readProviderSigns,
  readUnknownPayments,
} from './health-store.ts';
export { readHealth } from './read-health.ts';
export { readMpesaSilence, readProviderState } from './provider-state.ts';
export { routes } from './routes.ts';
