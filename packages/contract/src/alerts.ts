import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { administratorRoles } from './roles.ts';
import { timestamp, uuid } from './text.ts';

export const alertKind = z.enum([
  'books_differ',
  'float_differs',
  'provider_silent',
  'callbacks_waiting',
  'messages_waiting',
  'unverified_contact_messages',
  'payments_unknown',
  'job_stopped',
  'reviews_waiting',
  'approvals_waiting',
  'fraud_waiting',
  'manual_credit_paid_out',
  'addresses_refused',
  'check_failed',
  'restored',
  'stopped',
  'pay_outs_paused',
  'aliases_guessed',
  'ussd_sessions_mixed',
  'pins_guessed',
  'ussd_silent',
  'ussd_failing',
  'float_low',
]);
export type AlertKind = z.infer<typeof alertKind>;

/** Alerts about items that the work list already counts one by one, in lists of their own. */
export const listedAlerts: readonly AlertKind[] = [
  'payments_unknown',
  'reviews_waiting',
  'approvals_waiting',
  'fraud_waiting',
];

/** A problem that an administrator must solve. */
const alert = z.object({
  alertId: uuid,
  kind: alertKind,
  /** `title` names the problem, `advice` the remedy; each is one sentence. */
  title: z.string(),
  advice: z.string(),
  /** The admin page on which to solve the problem, or to see its state. */
  path: z.string(),
  firstAt: timestamp,
  /** When the problem was last seen. */
  lastAt: timestamp,
  acknowledgedBy: z.string().optional(),
  resolvedAt: timestamp.optional(),
});
export type AdministratorAlert = z.infer<typeof alert>;

export const listAlerts = endpoint({
  method: 'GET',
  path: '/api/admin/v1/alerts',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: 'List open alerts, acknowledged ones last, and recently ended ones',
  answer: z.object({ alerts: z.array(alert), ended: z.array(alert) }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const acknowledgeAlert = endpoint({
  method: 'POST',
  path: '/api/admin/v1/alerts/acknowledge',
  audience: 'admin',
  roles: administratorRoles.working,
  tag: 'Administration',
  summary: 'Acknowledge an alert; it disappears once the problem is solved',
  body: z.object({ alertId: uuid }),
  example: { body: { alertId: sample.id } },
  answer: z.object({}),
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});
