import type { WebhookType } from '@zawadi/contract';

/** The body of an event: the same bytes at every attempt, because receivers may compare them. */
export function payloadOf(event: { type: WebhookType; createdAt: Date; data: object }): string {
  return JSON.stringify({ type: event.type, timestamp: event.createdAt.toISOString(), data: event.data });
}
