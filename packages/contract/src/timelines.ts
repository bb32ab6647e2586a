import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { noteSubjectKind } from './notes.ts';
import { administratorRoles } from './roles.ts';
import { cursor, timestamp, uuid } from './text.ts';
import { transactionType } from './transactions.ts';

/** Persons and payments have a timeline. */
export const timelineSubjectKind = noteSubjectKind.exclude(['merchant', 'settlement', 'support-request']);

/**
 * Kinds of events. `read`: an administrator read personal data. `action`: another action of an administrator.
 * `security`: a sign-in, or a change of password, contact or wallet freeze by the person.
 */
export const timelineKind = z.enum([
  'note',
  'request',
  'letter',
  'message',
  'payment',
  'security',
  'action',
  'read',
]);
export type TimelineKind = z.infer<typeof timelineKind>;

export const timelineEvent = z.object({
  /** Not always a UUID of RFC 9562: entries of the audit log have numbers in the format of one. */
  eventId: z.string(),
  kind: timelineKind,
  at: timestamp,
  title: z.string(),
  /** Administrator or person who caused the event, if known. */
  by: z.string().optional(),
  /** Text of a note or letter, or the reason of a request or action. */
  text: z.string().optional(),
  /** Number of files of a note. */
  files: z.number().int().optional(),
  /** The payment, if the event is one or concerns one. */
  transaction: z.object({ type: transactionType, transactionId: uuid }).optional(),
  /** The letter, if the event is one. */
  supportRequestId: uuid.optional(),
});
export type TimelineEvent = z.infer<typeof timelineEvent>;

export const readTimeline = endpoint({
  method: 'GET',
  path: '/api/admin/v1/timelines/:subjectKind/:subjectId',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Notes',
  summary:
    'List everything about a person or payment, newest first: notes, requests and decisions, letters, messages, payments, security events, and which administrators read or changed it',
  params: z.object({ subjectKind: timelineSubjectKind, subjectId: uuid }),
  query: z.object({
    kind: timelineKind.optional(),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  example: { params: { subjectKind: 'user', subjectId: sample.id } },
  answer: z.object({ events: z.array(timelineEvent), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});
