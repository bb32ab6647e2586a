export { createWebhookWorker } from './create-webhook-worker.ts';
export { readDeliveryQueue, removeOldDeliveries } from './delivery-store.ts';
export { describeWebhookState } from './describe-webhook.ts';
export { publishEvent, type WebhookEvent } from './publish-event.ts';
export { routes } from './routes.ts';
