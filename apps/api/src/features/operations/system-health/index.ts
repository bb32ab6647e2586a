export {
  countOpenReviews,
  readCallbackSigns,
  readFloat,
  readProviderSigns,
  readQueue,
  readWebhooks,
} from './health-store.ts';
export { readHealth } from './read-health.ts';
export { routes } from './routes.ts';
