import { z } from 'zod';
import { adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { fraudOutcome } from './fraud-desk.ts';
import { administratorRoles } from './roles.ts';
import { uuid } from './text.ts';

const onDesk = { audience: 'admin', tag: 'Fraud desk' } as const;

/** The most alerts of one request. */
export const MOST_ALERTS_AT_ONCE = 50;

const alertIds = z.array(uuid).min(1).max(MOST_ALERTS_AT_ONCE);

/** The outcome for each alert, in the order of the request. A refused alert does not stop the others. */
const results = z.object({
  results: z.array(
    z.object({
      alertId: uuid,
      isDone: z.boolean(),
      /** Why it was refused, as a code and a sentence. */
      refusal: z.object({ code: z.string(), message: z.string() }).optional(),
    }),
  ),
});
export type AlertResults = z.infer<typeof results>;

export const assignFraudAlerts = endpoint({
  ...onDesk,
  method: 'POST',
  path: '/api/admin/v1/fraud-desk-selection/assign',
  roles: administratorRoles.working,
  summary: 'Assign several open alerts to an administrator, or unassign them; answers for each alert',
  body: z.object({ alertIds, administratorId: uuid.nullable() }),
  example: { body: { alertIds: [sample.id], administratorId: sample.id } },
  answer: results,
  refusals: [],
  rate: { perMinute: 30 },
});

export const closeFraudAlerts = endpoint({
  ...onDesk,
  method: 'POST',
  path: '/api/admin/v1/fraud-desk-selection/close',
  roles: administratorRoles.working,
  summary: 'Close several alerts with one outcome and reason; no money moves; answers for each alert',
  body: z.object({ alertIds, outcome: fraudOutcome, reason: adminReason }),
  example: { body: { alertIds: [sample.id], outcome: 'unclear', reason: sample.reason } },
  answer: results,
  refusals: [],
  rate: { perMinute: 30 },
});
