import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { settlementBatchId } from './settlements.ts';
import { memberRoles, memberRole, administratorRoles } from './roles.ts';
import { cursor, letterText, shortText, subjectLine, timestamp, uuid } from './text.ts';

/** The object of a letter: a settlement batch, one entry of a batch, or a redemption. */
const letterAbout = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('batch'), batchId: settlementBatchId }),
  z.object({ kind: z.literal('entry'), batchId: settlementBatchId, transactionId: uuid }),
  z.object({ kind: z.literal('redemption'), redemptionId: uuid }),
]);
export type LetterAbout = z.infer<typeof letterAbout>;

export const writeToSupport = endpoint({
  method: 'POST',
  path: '/api/merchants/v1/support',
  audience: 'merchant',
  roles: memberRoles.everybody,
  tag: 'Support',
  summary: "Write to Zawadi's support; the sender gets a confirmation by mail",
  body: z.object({
    subject: subjectLine,
    message: letterText,
    /** The voucher, receipt or batch that the letter is about. */
    reference: shortText.optional(),
    about: letterAbout.optional(),
  }),
  example: { body: { subject: 'A voucher', message: 'It does not scan.', reference: sample.batchId } },
  answer: z.object({ supportRequestId: uuid }),
  message: 'Your message was sent',
  refusals: ['too_many_requests', 'not_found', 'redemption_not_found'],
});

/** A letter as its writer and the shop's owner see it. */
const ownLetter = z.object({
  supportRequestId: uuid,
  writerName: z.string(),
  subject: z.string(),
  message: z.string(),
  reference: z.string().nullable(),
  about: letterAbout.optional(),
  status: z.enum(['OPEN', 'ANSWERED']),
  sentAt: timestamp,
  answeredAt: timestamp.nullable(),
  /** Absent while the letter is open, and if the answer came by mail only. */
  answer: z.string().optional(),
});
export type OwnLetter = z.infer<typeof ownLetter>;

export const ownLetters = endpoint({
  method: 'GET',
  path: '/api/merchants/v1/support',
  audience: 'merchant',
  roles: memberRoles.everybody,
  tag: 'Support',
  summary: 'List letters to support, newest first: the owner sees the whole shop’s, staff their own',
  query: z.object({
    /** Only letters about this batch or its entries. */
    batchId: settlementBatchId.optional(),
    /** Only letters about this redemption. */
    redemptionId: uuid.optional(),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({ letters: z.array(ownLetter), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const supportRequest = z.object({
  supportRequestId: uuid,
  merchantId: uuid,
  merchantCode: z.string(),
  businessName: z.string(),
  writer: z.object({ name: z.string(), email: z.string(), staffRole: memberRole }),
  subject: z.string(),
  message: z.string(),
  reference: z.string().nullable(),
  about: letterAbout.optional(),
  status: z.enum(['OPEN', 'ANSWERED']),
  sentAt: timestamp,
  answeredAt: timestamp.nullable(),
  answer: z.string().optional(),
  /** Name of the administrator who marked the letter as answered. */
  answeredBy: z.string().nullable(),
});
export type SupportRequest = z.infer<typeof supportRequest>;

export const listSupportRequests = endpoint({
  method: 'GET',
  path: '/api/admin/v1/support-requests',
  audience: 'admin',
  roles: administratorRoles.everybody,
  tag: 'Support',
  summary: "List merchants' requests to support, newest first",
  query: z.object({
    status: supportRequest.shape.status.optional(),
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
  method: 'POST',
  path: '/api/admin/v1/support-requests/:id/answered',
  audience: 'admin',
  roles: administratorRoles.helping,
  tag: 'Support',
  summary: 'Answer a request by mail, or mark it as answered elsewhere',
  params: z.object({ id: uuid }),
  /** The answer is mailed to the writer and shown in the portal. */
  body: z.object({ answer: letterText.optional() }),
  example: { params: { id: sample.id } },
  answer: supportRequest,
  message: 'Marked as answered',
  refusals: ['not_found'],
});
