export { differenceText } from './describe-proofs.ts';
export {
  countOpenReviews,
  isUnconfirmed,
  readCallbackSigns,
  readFloat,
  readProviderSigns,
  readQueue,
  readUnknownPayments,
  readWebhooks,
} from './health-store.ts';
export { readHealth } from './read-health.ts';
export { routes } from './routes.ts';
