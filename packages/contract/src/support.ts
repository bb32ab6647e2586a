import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { settlementBatchId } from './settlements.ts';
import { memberRoles } from './roles.ts';
import { cursor, letterText, shortText, subjectLine, timestamp, uuid } from './text.ts';

/** The object of a merchant's letter: a settlement batch, one entry of a batch, or a redemption. */
export const letterAbout = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('batch'), batchId: settlementBatchId }),
  z.object({ kind: z.literal('entry'), batchId: settlementBatchId, transactionId: uuid }),
  z.object({ kind: z.literal('redemption'), redemptionId: uuid }),
]);
export type LetterAbout = z.infer<typeof letterAbout>;

/** The object of a consumer's letter: a payment of the own history, or a gift that was bought or received. */
export const consumerLetterAbout = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('payment'), paymentId: uuid }),
  z.object({ kind: z.literal('gift'), voucherId: uuid }),
]);
export type ConsumerLetterAbout = z.infer<typeof consumerLetterAbout>;

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
  refusals: ['too_many_letters', 'not_found', 'redemption_not_found'],
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

export const writeAsConsumer = endpoint({
  method: 'POST',
  path: '/api/support/v1/letters',
  audience: 'consumer',
  tag: 'Support',
  summary: "Write to Zawadi's support, in general or about a payment or gift",
  body: z.object({ subject: subjectLine, message: letterText, about: consumerLetterAbout.optional() }),
  example: { body: { subject: 'A gift', message: 'It did not come.' } },
  answer: z.object({ supportRequestId: uuid }),
  message: 'Your message was sent',
  refusals: ['too_many_letters', 'not_found'],
  rate: { perMinute: 10 },
});

/** A letter as the consumer who wrote it sees it. */
const consumerLetter = ownLetter
  .omit({ writerName: true, reference: true })
  .extend({ about: consumerLetterAbout.optional() });
export type ConsumerLetter = z.infer<typeof consumerLetter>;

export const consumerLetters = endpoint({
  method: 'GET',
  path: '/api/support/v1/letters',
  audience: 'consumer',
  tag: 'Support',
  summary: 'List the own letters to support with their answers, newest first',
  query: z.object({
    /** Only letters about this payment. */
    paymentId: uuid.optional(),
    /** Only letters about this gift. */
    voucherId: uuid.optional(),
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({ letters: z.array(consumerLetter), nextCursor: cursor.optional() }),
  refusals: [],
  rate: { perMinute: 240 },
});
