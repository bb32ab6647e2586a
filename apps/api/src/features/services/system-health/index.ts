export { differenceText } from './describe-proofs.ts';
export {
  countOpenReviews,
  isUnconfirmed,
  readCallbackSigns,
  readFloat,
  readPauses,
  readProviderSigns,
  readQueue,
  readUnknownPayments,
  readWebhooks,
  type TopicSigns,
} from './health-store.ts';
export { readHealth } from './read-health.ts';
export { readMpesaSilence, readProviderState } from './provider-state.ts';
export { routes } from './routes.ts';
