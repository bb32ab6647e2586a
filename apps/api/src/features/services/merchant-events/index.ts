export {
  MERCHANT_EVENTS_CHANNEL,
  publishEvent,
  publishTestEvent,
  type WebhookEvent,
} from './publish-event.ts';
export type { NewEvent } from './store.ts';
