import { z } from 'zod';
import { listTotal, userStatus } from './admin-users.ts';
import { adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { fraudRule, fraudSeverity } from './fraud.ts';
import { merchantStatus } from './merchants.ts';
import { balanceShillings } from './money.ts';
import { administratorRoles } from './roles.ts';
import { cursor, day, noteText, shortText, timestamp, uuid } from './text.ts';

const onDesk = { audience: 'admin', tag: 'Fraud desk' } as const;

export const fraudOutcome = z.enum(['confirmed', 'false_alarm', 'unclear']);
export type FraudOutcome = z.infer<typeof fraudOutcome>;

export const fraudSubject = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('merchant'),
    merchantId: uuid,
    merchantCode: z.string(),
    name: z.string(),
    status: merchantStatus,
  }),
  z.object({ kind: z.literal('user'), userId: uuid, name: z.string(), status: userStatus }),
  z.object({ kind: z.literal('administrator'), administratorId: uuid, name: z.string() }),
]);
export type FraudSubject = z.infer<typeof fraudSubject>;

export const assignee = z.object({ administratorId: uuid, name: z.string() });

/** A fraud alert as administrators see it. */
export const deskAlert = z.object({
  alertId: uuid,
  rule: fraudRule,
  severity: fraudSeverity,
  /** The event, in one English sentence. */
  description: z.string(),
  raisedAt: timestamp,
  about: fraudSubject,
  assignedTo: assignee.optional(),
  /** Absent while the alert is open. */
  closed: z.object({ outcome: fraudOutcome, at: timestamp, by: z.string() }).optional(),
  /** The merchant's acknowledgement of the alert. It does not close the alert. */
  acknowledged: z.object({ by: z.string(), at: timestamp }).optional(),
});
export type DeskAlert = z.infer<typeof deskAlert>;

const filters = z.object({
  /** Open alerts by default. */
  state: z.enum(['open', 'closed', 'all']).default('open'),
  severity: fraudSeverity.optional(),
  rule: fraudRule.optional(),
  outcome: fraudOutcome.optional(),
  assigned: z.enum(['me', 'unassigned']).optional(),
  merchantCode: shortText.optional(),
  userId: uuid.optional(),
  /** Words of a merchant's or person's name, part of a merchant's code, or a consumer's verified phone number. */
  search: shortText.optional(),
  /** Nairobi days, both inclusive. */
  from: day.optional(),
  to: day.optional(),
});
export type DeskFilters = z.infer<typeof filters>;

export const listDeskAlerts = endpoint({
  ...onDesk,
  method: 'GET',
  path: '/api/admin/v1/fraud-alerts',
  roles: administratorRoles.everybody,
  summary: 'List fraud alerts about all merchants, consumers and administrators, newest first',
  query: filters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ alerts: z.array(deskAlert), nextCursor: cursor.optional(), total: listTotal }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const deskAlertsCsv = endpoint({
  ...onDesk,
  method: 'GET',
  path: '/api/admin/v1/fraud-alerts.csv',
  roles: administratorRoles.everybody,
  summary: 'Download the filtered fraud alerts as a file: fraud-alerts-{yyyy-MM-dd}.csv, streamed',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

export const countDeskAlerts = endpoint({
  ...onDesk,
  method: 'GET',
  path: '/api/admin/v1/fraud-alerts/counts',
  roles: administratorRoles.everybody,
  summary: 'Count open fraud alerts, and get the oldest unassigned one',
  answer: z.object({
    open: z.number().int(),
    unassigned: z.number().int(),
    /** Open alerts that are assigned to the caller. */
    mine: z.number().int(),
    oldestUnassigned: deskAlert.optional(),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});

/** A transaction that raised an alert. */
const concernedTransaction = z.object({
  type: z.enum(['Redemption', 'Deposit', 'Claim', 'Refund', 'Withdrawal']),
  transactionId: uuid,
  /** The recipient of a gift, or the consumer. */
  name: z.string(),
  merchantName: z.string().optional(),
  amount: balanceShillings,
  at: timestamp,
  /** Last four symbols of the voucher's code. */
  codeLastFour: z.string().optional(),
  /** Whether the transaction was reversed or refunded. */
  isUndone: z.boolean(),
});

export const alertEvent = z.object({
  eventId: uuid,
  kind: z.enum(['note', 'assigned', 'unassigned', 'closed', 'reopened']),
  by: z.string(),
  at: timestamp,
  assignedTo: z.string().optional(),
  outcome: fraudOutcome.optional(),
  /** The note, or the reason for the action. */
  text: z.string().optional(),
});
export type FraudAlertEvent = z.infer<typeof alertEvent>;

/** A fraud alert with all facts that an administrator needs to judge it. */
const deskAlertDetail = deskAlert.extend({
  /** The first fifty transactions that raised the alert, newest first. */
  transactions: z.array(concernedTransaction),
  accounts: z.array(z.object({ userId: uuid, name: z.string(), status: userStatus })),
  /** The wrong codes that raised the alert. */
  wrongCodes: z.array(z.object({ at: timestamp, by: z.string(), address: z.string() })),
  /** Administrators' actions on the alert, oldest first. */
  events: z.array(alertEvent),
  /** Number of other alerts about the same merchant or person. */
  otherAlerts: z.number().int(),
  /** False if the alert is about the calling administrator. */
  mayWork: z.boolean(),
});
export type DeskAlertDetail = z.infer<typeof deskAlertDetail>;

const ofAlert = z.object({ alertId: uuid });

export const readDeskAlert = endpoint({
  ...onDesk,
  method: 'GET',
  path: '/api/admin/v1/fraud-alerts/:alertId',
  roles: administratorRoles.everybody,
  summary: 'Get one fraud alert: its cause and the actions on it',
  params: ofAlert,
  example: { params: { alertId: sample.id } },
  answer: deskAlertDetail,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const assignFraudAlert = endpoint({
  ...onDesk,
  method: 'POST',
  path: '/api/admin/v1/fraud-alerts/:alertId/assign',
  roles: administratorRoles.working,
  summary: 'Assign an open alert to an administrator, or unassign it',
  params: ofAlert,
  body: z.object({ administratorId: uuid.nullable() }),
  example: { params: { alertId: sample.id }, body: { administratorId: sample.id } },
  answer: deskAlertDetail,
  refusals: ['not_found', 'fraud_alert_closed', 'fraud_alert_about_you', 'assignee_unsuitable'],
  rate: { perMinute: 60 },
});

export const noteFraudAlert = endpoint({
  ...onDesk,
  method: 'POST',
  path: '/api/admin/v1/fraud-alerts/:alertId/notes',
  roles: administratorRoles.working,
  summary: 'Add a note to an alert; the same noteId again adds nothing',
  params: ofAlert,
  body: z.object({ noteId: uuid, text: noteText }),
  example: { params: { alertId: sample.id }, body: { noteId: sample.id, text: 'Called the shop.' } },
  answer: deskAlertDetail,
  refusals: ['not_found', 'fraud_alert_about_you'],
  rate: { perMinute: 60 },
});

export const closeFraudAlert = endpoint({
  ...onDesk,
  method: 'POST',
  path: '/api/admin/v1/fraud-alerts/:alertId/close',
  roles: administratorRoles.working,
  summary: 'Close an alert with an outcome and a reason; no money moves',
  params: ofAlert,
  body: z.object({ outcome: fraudOutcome, reason: adminReason }),
  example: { params: { alertId: sample.id }, body: { outcome: 'unclear', reason: sample.reason } },
  answer: deskAlertDetail,
  refusals: ['not_found', 'fraud_alert_closed', 'fraud_alert_about_you'],
  rate: { perMinute: 60 },
});

export const reopenFraudAlert = endpoint({
  ...onDesk,
  method: 'POST',
  path: '/api/admin/v1/fraud-alerts/:alertId/reopen',
  roles: administratorRoles.working,
  summary: 'Reopen a closed alert; its former outcome stays in its history',
  params: ofAlert,
  body: z.object({ reason: adminReason }),
  example: { params: { alertId: sample.id }, body: { reason: sample.reason } },
  answer: deskAlertDetail,
  refusals: ['not_found', 'fraud_alert_open', 'fraud_alert_about_you'],
  rate: { perMinute: 60 },
});
