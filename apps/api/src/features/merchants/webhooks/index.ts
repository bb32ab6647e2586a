export { createWebhookWorker } from './create-webhook-worker.ts';
export { removeOldDeliveries } from './delivery-store.ts';
export { publishEvent, type WebhookEvent } from './publish-event.ts';
export { routes } from './routes.ts';
