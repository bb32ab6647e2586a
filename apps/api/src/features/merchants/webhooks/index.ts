export { createWebhookWorker } from './create-webhook-worker.ts';
export { readDeliveryQueue, removeOldDeliveries } from './delivery-store.ts';
export { describeWebhookState } from './describe-webhook.ts';
export { findPublishedEvent, listPublishedEvents, type PublishedEvent } from './event-log.ts';
export { createEventHub } from './event-streams.ts';
export { logRoutes, routes, streamRoutes } from './routes.ts';
