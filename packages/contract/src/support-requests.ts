import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { memberRole, administratorRoles } from './roles.ts';
import { consumerLetterAbout, letterAbout } from './support.ts';
import { letterText, noteText, timestamp, uuid } from './text.ts';

/** WAITING: support has handed the letter to finance. */
const letterStatus = z.enum(['OPEN', 'WAITING', 'ANSWERED']);

/** A letter to support, from a merchant's staff member or a consumer. */
export const supportRequest = z.object({
  supportRequestId: uuid,
  writer: z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('merchant'),
      merchantId: uuid,
      merchantCode: z.string(),
      businessName: z.string(),
      name: z.string(),
      email: z.string(),
      staffRole: memberRole,
    }),
    z.object({ kind: z.literal('consumer'), userId: uuid, name: z.string() }),
  ]),
  subject: z.string(),
  message: z.string(),
  reference: z.string().nullable(),
  about: z.union([letterAbout, consumerLetterAbout]).optional(),
  status: letterStatus,
  /** The administrator who works on the letter. */
  assignedTo: z.object({ administratorId: uuid, name: z.string() }).optional(),
  sentAt: timestamp,
  answeredAt: timestamp.nullable(),
  answer: z.string().optional(),
  /** Name of the administrator who answered the letter, or marked it as answered. */
  answeredBy: z.string().nullable(),
});
export type SupportRequest = z.infer<typeof supportRequest>;

const ofLetters = { audience: 'admin', tag: 'Support' } as const;
const ofLetter = {
  ...ofLetters,
  method: 'POST',
  roles: administratorRoles.working,
  params: z.object({ id: uuid }),
  answer: supportRequest,
} as const;

export const listSupportRequests = endpoint({
  ...ofLetters,
  method: 'GET',
  path: '/api/admin/v1/support-requests',
  roles: administratorRoles.everybody,
  summary: 'List letters of merchants and consumers to support, newest first',
  query: z.object({
    status: letterStatus.optional(),
    from: z.enum(['merchants', 'consumers']).optional(),
    /** Only letters that are assigned to this administrator. */
    assignedTo: uuid.optional(),
    /** Only the letters of this consumer. */
    userId: uuid.optional(),
    /** Only this letter, for a link from the search. */
    supportRequestId: uuid.optional(),
    cursor: z.string().max(200).optional(),
    limit: z.coerce.number().int().min(1).max(100).default(25),
  }),
  answer: z.object({ supportRequests: z.array(supportRequest), nextCursor: z.string().nullable() }),
  refusals: [],
});

/** Marking a letter again is no error: the first mark stays on record. */
export const markSupportAnswered = endpoint({
  ...ofLetter,
  path: '/api/admin/v1/support-requests/:id/answered',
  summary: 'Answer a letter by message, or mark it as answered elsewhere',
  /** The answer is sent to the writer and shown in the app or the portal. */
  body: z.object({ answer: letterText.optional() }),
  example: { params: { id: sample.id } },
  message: 'Marked as answered',
  refusals: ['not_found'],
});

export const assignSupportRequest = endpoint({
  ...ofLetter,
  path: '/api/admin/v1/support-requests/:id/assign',
  summary: 'Take a letter, or give it back',
  body: z.object({ isMine: z.boolean() }),
  example: { params: { id: sample.id }, body: { isMine: true } },
  refusals: ['not_found', 'letter_answered'],
  rate: { perMinute: 60 },
});

export const handOverSupportRequest = endpoint({
  ...ofLetter,
  path: '/api/admin/v1/support-requests/:id/hand-over',
  summary: 'Hand a letter to finance, or back to support, with a note; the same noteId again changes nothing',
  body: z.object({ to: z.enum(['finance', 'support']), noteId: uuid, note: noteText }),
  example: {
    params: { id: sample.id },
    body: { to: 'finance', noteId: sample.id, note: 'Please refund the second payment.' },
  },
  message: 'Handed over',
  refusals: ['not_found', 'letter_answered'],
  rate: { perMinute: 60 },
});
