import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { memberRoles, memberRole, administratorRoles } from './roles.ts';
import { letterText, shortText, subjectLine, timestamp, uuid } from './text.ts';

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
  }),
  example: { body: { subject: 'A voucher', message: 'It does not scan.', reference: sample.batchId } },
  answer: z.object({ supportRequestId: uuid }),
  message: 'Your message was sent',
  refusals: ['too_many_requests'],
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
  status: z.enum(['OPEN', 'ANSWERED']),
  sentAt: timestamp,
  answeredAt: timestamp.nullable(),
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
  summary: 'Mark a request as answered',
  params: z.object({ id: uuid }),
  body: z.object({}),
  example: { params: { id: sample.id } },
  answer: supportRequest,
  message: 'Marked as answered',
  refusals: ['not_found'],
});
