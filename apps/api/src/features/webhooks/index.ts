export { publishEvent, type WebhookEvent } from './publish-event.ts';
