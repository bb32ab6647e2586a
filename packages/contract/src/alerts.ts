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
  'certificate_expires',
  'restored',
]);
export type AlertKind = z.infer<typeof alertKind>;

/** Alerts about what lists of their own hold: the work list counts those one by one. */
export const listedAlerts: readonly AlertKind[] = [
  'payments_unknown',
  'reviews_waiting',
  'approvals_waiting',
  'fraud_waiting',
];

/** Something that needs an administrator. */
const alert = z.object({
  alertId: uuid,
  kind: alertKind,
  /** What is wrong, and what to do, each in a sentence. */
  title: z.string(),
  advice: z.string(),
  /** The page of the admin area where it is dealt with; Health on the dashboard shows the others. */
  path: z.string().optional(),
  firstAt: timestamp,
  /** When it was seen for the last time. */
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
  summary: 'What needs an administrator now, acknowledged ones last; and what has ended lately',
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
  summary: 'Say that one looks after it; it goes away by itself when it is mended',
  body: z.object({ alertId: uuid }),
  example: { body: { alertId: sample.id } },
  answer: z.object({}),
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});
