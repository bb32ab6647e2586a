import { z } from 'zod';
import { listTotal } from './admin-users.ts';
import { adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { alertEvent, assignee, deskAlert, fraudOutcome, fraudSubject } from './fraud-desk.ts';
import { bareMerchantCode } from './merchants.ts';
import { administratorRoles } from './roles.ts';
import { cursor, day, noteText, requiredLine, shortText, timestamp, uuid } from './text.ts';

/** Calls about cases. To the administrator whom a case is about, the case does not exist. */
export const onCases = { audience: 'admin', tag: 'Fraud cases' } as const;

export const fraudCaseStatus = z.enum(['open', 'reported', 'closed']);
export type FraudCaseStatus = z.infer<typeof fraudCaseStatus>;

/** A case about one person, shop or administrator. */
const fraudCase = z.object({
  caseId: uuid,
  /** Short number, from 1. */
  number: z.number().int(),
  status: fraudCaseStatus,
  about: fraudSubject,
  openedAt: timestamp,
  openedBy: z.string(),
  assignedTo: assignee.optional(),
  /** Number of alerts in the case. */
  alertCount: z.number().int(),
  closed: z.object({ outcome: fraudOutcome, at: timestamp, by: z.string() }).optional(),
});
export type FraudCase = z.infer<typeof fraudCase>;

/** A suspicious-transaction report that was prepared in a case. */
const caseReport = z.object({
  reportId: uuid,
  /** Counts the reports of the case, from 1. */
  number: z.number().int(),
  from: day,
  to: day,
  /** Why the transactions are suspicious. */
  grounds: z.string(),
  preparedBy: z.string(),
  preparedAt: timestamp,
  /** Day and reference of the filing at the Financial Reporting Centre; absent until an administrator types them. */
  filed: z.object({ on: day, reference: z.string() }).optional(),
});
export type FraudCaseReport = z.infer<typeof caseReport>;

const caseEvent = alertEvent.extend({
  kind: z.enum([...alertEvent.shape.kind.options, 'opened', 'prepared', 'reported']),
});
export type FraudCaseEvent = z.infer<typeof caseEvent>;

/** A case with its alerts, reports and history. */
export const fraudCaseDetail = fraudCase.extend({
  /** Newest first. An open case also has each later alert about its subject. */
  alerts: z.array(deskAlert),
  /** Newest first. */
  reports: z.array(caseReport),
  /** Oldest first. */
  events: z.array(caseEvent),
});
export type FraudCaseDetail = z.infer<typeof fraudCaseDetail>;

const filters = z.object({
  /** Open and reported cases by default. */
  status: z.enum(['unclosed', ...fraudCaseStatus.options, 'all']).default('unclosed'),
  assigned: z.enum(['me', 'unassigned']).optional(),
  merchantCode: bareMerchantCode.optional(),
  userId: uuid.optional(),
  administratorId: uuid.optional(),
  /** The number of a case, or a part of the name of its subject. */
  search: shortText.optional(),
});
export type FraudCaseFilters = z.infer<typeof filters>;

export const listFraudCases = endpoint({
  ...onCases,
  method: 'GET',
  path: '/api/admin/v1/fraud-cases',
  roles: administratorRoles.everybody,
  summary: 'List cases about shops, consumers and administrators, newest first',
  query: filters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ cases: z.array(fraudCase), nextCursor: cursor.optional(), total: listTotal }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const ofCase = z.object({ caseId: uuid });

export const readFraudCase = endpoint({
  ...onCases,
  method: 'GET',
  path: '/api/admin/v1/fraud-cases/:caseId',
  roles: administratorRoles.everybody,
  summary: 'Get one case with its alerts, reports and history',
  params: ofCase,
  example: { params: { caseId: sample.id } },
  answer: fraudCaseDetail,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const openFraudCase = endpoint({
  ...onCases,
  method: 'POST',
  path: '/api/admin/v1/fraud-cases',
  roles: administratorRoles.working,
  summary: 'Open a case, assigned to the caller; the same caseId again opens no second one',
  body: z.object({
    caseId: uuid,
    about: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('merchant'), merchantCode: bareMerchantCode }),
      z.object({ kind: z.literal('user'), userId: uuid }),
      /** A consumer by verified phone number or email address. */
      z.object({ kind: z.literal('contact'), contact: requiredLine(254) }),
      z.object({ kind: z.literal('administrator'), administratorId: uuid }),
    ]),
    /** The suspicion, in the administrator's words. */
    text: noteText,
  }),
  example: {
    body: {
      caseId: sample.id,
      about: { kind: 'user', userId: sample.id },
      text: 'Many gifts to one wallet.',
    },
  },
  answer: fraudCaseDetail,
  refusals: ['not_found', 'fraud_case_exists', 'fraud_case_about_you'],
  rate: { perMinute: 60 },
});

export const assignFraudCase = endpoint({
  ...onCases,
  method: 'POST',
  path: '/api/admin/v1/fraud-cases/:caseId/assign',
  roles: administratorRoles.working,
  summary: 'Assign a case to an administrator, or unassign it',
  params: ofCase,
  body: z.object({ administratorId: uuid.nullable() }),
  example: { params: { caseId: sample.id }, body: { administratorId: sample.id } },
  answer: fraudCaseDetail,
  refusals: ['not_found', 'fraud_case_closed', 'assignee_unsuitable'],
  rate: { perMinute: 60 },
});

export const noteFraudCase = endpoint({
  ...onCases,
  method: 'POST',
  path: '/api/admin/v1/fraud-cases/:caseId/notes',
  roles: administratorRoles.working,
  summary: 'Add a note to a case; the same noteId again adds nothing',
  params: ofCase,
  body: z.object({ noteId: uuid, text: noteText }),
  example: { params: { caseId: sample.id }, body: { noteId: sample.id, text: 'Called the shop.' } },
  answer: fraudCaseDetail,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});

export const closeFraudCase = endpoint({
  ...onCases,
  method: 'POST',
  path: '/api/admin/v1/fraud-cases/:caseId/close',
  roles: administratorRoles.working,
  summary: 'Close a case and its open alerts with an outcome and a reason; no money moves',
  params: ofCase,
  body: z.object({ outcome: fraudOutcome, reason: adminReason }),
  example: { params: { caseId: sample.id }, body: { outcome: 'unclear', reason: sample.reason } },
  answer: fraudCaseDetail,
  refusals: ['not_found', 'fraud_case_closed'],
  rate: { perMinute: 60 },
});

export const reopenFraudCase = endpoint({
  ...onCases,
  method: 'POST',
  path: '/api/admin/v1/fraud-cases/:caseId/reopen',
  roles: administratorRoles.working,
  summary: 'Reopen a closed case; its alerts stay closed',
  params: ofCase,
  body: z.object({ reason: adminReason }),
  example: { params: { caseId: sample.id }, body: { reason: sample.reason } },
  answer: fraudCaseDetail,
  refusals: ['not_found', 'fraud_case_open', 'fraud_case_exists'],
  rate: { perMinute: 60 },
});
