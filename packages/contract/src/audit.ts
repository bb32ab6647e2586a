import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { cursor, day, shortText, timestamp, uuid } from './text.ts';
import { administratorRoles } from './roles.ts';

const fields = z.record(z.string(), z.unknown());

/** One action of an administrator, a command or the system. */
export const auditEntry = z.object({
  /** Position of the entry in the hash chain, from 1. */
  seq: z.number().int(),
  at: timestamp,
  /** Absent for the system and for commands on the server. */
  actorId: uuid.optional(),
  actorName: z.string(),
  address: z.string(),
  requestId: z.string(),
  /** The action, such as `merchant.suspended`. */
  action: z.string(),
  subjectKind: z.string(),
  subjectId: z.string(),
  /** The subject's present name: a merchant's code, a batch's ID, a user's name. Absent for subjects without a name. */
  subjectName: z.string().optional(),
  reason: z.string(),
  before: fields,
  after: fields,
  /** Hash of this entry and of all entries before it, in hexadecimal. */
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** Nairobi days, both inclusive. */
const filters = z.object({
  /** Part of an action, a name, a reason or a subject's id. */
  search: shortText.optional(),
  actorId: uuid.optional(),
  subjectKind: shortText.optional(),
  subjectId: shortText.optional(),
  from: day.optional(),
  to: day.optional(),
});
export type AuditFilters = z.infer<typeof filters>;

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/v1/audit',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: "List administrators' actions, newest first",
  query: filters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(50),
  }),
  answer: z.object({ entries: z.array(auditEntry), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const auditCsv = endpoint({
  method: 'GET',
  path: '/api/admin/v1/audit.csv',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: 'Download the filtered audit entries as a file: audit-{yyyy-MM-dd}.csv, streamed',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

export const verifyAudit = endpoint({
  method: 'GET',
  path: '/api/admin/v1/audit/verification',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Administration',
  summary: 'Check whether the chain of entries is intact',
  answer: z.object({
    entries: z.number().int(),
    /** The first entry whose hash does not match the entries before it; absent if all match. */
    brokenAt: z.number().int().optional(),
    /** Hash of the last entry, in hexadecimal. */
    headHash: z.string(),
  }),
  refusals: [],
  rate: { perMinute: 10 },
});
