import { listAlerts } from '@zawadi/contract';
import { z } from 'zod';
import type { Deps } from '../../../config/deps.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../platform/durations.ts';
import { observeCall } from '../../../platform/metrics/observe-call.ts';
import { payloadOf, signatureHeaders } from '../../../platform/crypto/webhook-signature.ts';
import type { OutboxHandler } from '../../../platform/outbox/handle-row.ts';

/** Outbox topic of alerts to the operator's own system. */
export const ALERT_WEBHOOK = 'alert-webhook';

const RETRIES_MS = [5 * SECOND_MS, 30 * SECOND_MS, 2 * MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 6 * HOUR_MS];
const ANSWER_WITHIN_MS = 10_000;

const queued = z.object({
  type: z.enum(['alert.raised', 'alert.resolved']),
  alert: listAlerts.answer.shape.alerts.element,
});

/**
 * Posts alerts to the operator's own system, signed as in Standard Webhooks. A retry keeps the id of the first attempt.
 */
export function createAlertPoster({
  config,
  clock,
}: Pick<Deps, 'config' | 'clock'>): Record<string, OutboxHandler> {
  const { alertWebhook } = config;
  if (!alertWebhook) return {};
  return {
    [ALERT_WEBHOOK]: {
      retryDelaysMs: RETRIES_MS,
      run: async (payload, { id, signal }) => {
        const { type, alert } = queued.parse(payload);
        const createdAt = new Date(alert.resolvedAt ?? alert.firstAt);
        const body = payloadOf({ type, createdAt, data: alert });
        const post = () =>
          fetch(alertWebhook.url, {
            method: 'POST',
            redirect: 'error',
            headers: {
              'content-type': 'application/json',
              'user-agent': 'Zawadi-Alerts/1.0',
              ...signatureHeaders({ id, at: clock.now(), body }, [alertWebhook.secret]),
            },
            body,
            signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
          }).catch(() => undefined);
        const answer = await observeCall({ provider: 'alert_webhook', operation: 'post' }, post, outcomeOf);
        if (answer?.ok) return { kind: 'done' };
        return { kind: 'retry', reason: answer ? `http_${answer.status}` : 'no answer' };
      },
    },
  };
}

function outcomeOf(answer: Response | undefined): string {
  if (!answer) return 'no_answer';
  return answer.ok ? 'delivered' : 'refused';
}
