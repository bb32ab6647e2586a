import { z } from 'zod';
import { actionOutcome, adminReason } from './approvals.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { storedDocument } from './documents.ts';
import { administratorRoles } from './roles.ts';
import { cursor, day, requiredLine, singleLine, timestamp, uuid } from './text.ts';

const ofPostings = { audience: 'admin', tag: 'Posting desk' } as const;

/** Templates that move only the operator's own money, or money that no customer owns. */
export const operatorTemplate = z.enum([
  'bank-float-in',
  'bank-float-out',
  'payout-float-in',
  'payout-float-out',
  'bank-to-payout',
  'payout-to-bank',
  'bank-charge',
  'unclaimed-paid',
]);
export type OperatorTemplate = z.infer<typeof operatorTemplate>;

export const postingTemplate = z.enum([
  ...operatorTemplate.options,
  'goodwill-consumer',
  'goodwill-merchant',
  'credit-taken-back',
  'legal-order',
]);
export type PostingTemplate = z.infer<typeof postingTemplate>;

/** Templates that move money at M-PESA. Their reference is M-PESA's receipt, so that a statement finds them. */
export const MPESA_TEMPLATES: readonly PostingTemplate[] = [
  'payout-float-in',
  'payout-float-out',
  'bank-to-payout',
  'payout-to-bank',
];

/** Kinds of wallet credits that can be taken back. The others belong to a payment, which has its own correction. */
export const RETURNABLE_CREDITS: readonly string[] = ['goodwill', 'suspense_resolved', 'second_payment'];

/** In cents, because banks charge cents. */
const cents = z
  .number({ error: 'Please enter a valid amount' })
  .int({ error: 'Please enter a valid amount' })
  .min(1, { error: 'Please enter a valid amount' })
  .max(10_000_000_000, { error: 'Please enter a smaller amount' });

const wholeShillings = cents.multipleOf(100, { error: 'Please enter a whole number of shillings' });

/** A template with its amount and the customer whose money moves. */
export const posting = z.discriminatedUnion('template', [
  z.object({ template: operatorTemplate, amountCents: cents }),
  z.object({ template: z.literal('goodwill-consumer'), amountCents: wholeShillings, userId: uuid }),
  z.object({ template: z.literal('goodwill-merchant'), amountCents: wholeShillings, merchantId: uuid }),
  z.object({
    template: z.literal('credit-taken-back'),
    amountCents: wholeShillings,
    userId: uuid,
    /** The wrong credit: an entry of the wallet's statement. */
    creditId: uuid,
  }),
  /** An order of an estate, a court or the tax authority. The money is set aside until the bank has paid it. */
  z.object({ template: z.literal('legal-order'), amountCents: wholeShillings, userId: uuid }),
]);
export type Posting = z.infer<typeof posting>;

/** `To pay`: a legal order whose money is set aside and that the bank has not paid yet. */
export const postingStatus = z.enum([
  'Waiting',
  'Posted',
  'To pay',
  'Paid',
  'Not paid',
  'Rejected',
  'Expired',
]);
export type PostingStatus = z.infer<typeof postingStatus>;

/** A posting that an administrator has requested, with its state. */
export const postingRequest = z.object({
  postingId: uuid,
  template: postingTemplate,
  amountCents: z.number().int(),
  payee: z.string(),
  /** M-PESA's receipt or the bank's reference. */
  reference: z.string().optional(),
  reason: z.string(),
  status: postingStatus,
  /** The customer whose balance changes. */
  user: z.object({ userId: uuid, name: z.string() }).optional(),
  merchant: z.object({ merchantCode: z.string(), businessName: z.string() }).optional(),
  requestedBy: z.string(),
  requestedAt: timestamp,
  approvalId: uuid,
  decidedBy: z.string().optional(),
  decisionReason: z.string().optional(),
  postedAt: timestamp.optional(),
  /** When two administrators marked a legal order as paid or not paid, and the bank’s reference. */
  settledAt: timestamp.optional(),
  settledReference: z.string().optional(),
  document: storedDocument,
});
export type PostingRequest = z.infer<typeof postingRequest>;

export const requestPosting = endpoint({
  ...ofPostings,
  method: 'POST',
  path: '/api/admin/v1/posting-requests',
  needsStepUp: true,
  roles: administratorRoles.money,
  summary: 'Request a posting by template; it always waits for a second administrator',
  body: z.object({
    /** Made by the client, so that a request sent twice makes only one posting. */
    postingId: uuid,
    posting,
    /** Name of the person or business that pays or gets the money. */
    payee: requiredLine(100),
    /** M-PESA's receipt or the bank's reference; required if the money moves at M-PESA. */
    reference: singleLine(60).optional(),
    reason: adminReason,
    /** A document that the requester has uploaded. */
    documentId: uuid,
  }),
  example: {
    body: {
      postingId: sample.id,
      posting: { template: 'bank-charge', amountCents: 3_850 },
      payee: 'KCB Bank',
      reason: sample.reason,
      documentId: sample.id,
    },
  },
  answer: z.object({ action: actionOutcome, posting: postingRequest }),
  refusals: [
    'not_found',
    'document_missing',
    'receipt_needed',
    'receipt_known',
    'balance_too_low',
    'credit_not_returnable',
    'credit_smaller',
    'buyer_gone',
    'merchant_gone',
    'posting_mismatch',
    'approval_open',
  ],
  rate: { perMinute: 30 },
});

export const postingOutcome = z.enum(['paid', 'not-paid']);
export type PostingOutcome = z.infer<typeof postingOutcome>;

export const settlePosting = endpoint({
  ...ofPostings,
  method: 'POST',
  path: '/api/admin/v1/posting-requests/:postingId/outcome',
  needsStepUp: true,
  roles: administratorRoles.money,
  summary:
    'Mark a legal order as paid by the bank, or as not paid, which returns the money to the wallet; always waits for a second administrator',
  params: z.object({ postingId: uuid }),
  body: z.object({
    outcome: postingOutcome,
    /** The bank’s reference of the payment, or the statement that does not have it. */
    reference: requiredLine(60),
    reason: adminReason,
  }),
  example: {
    params: { postingId: sample.id },
    body: { outcome: 'paid', reference: 'FT2611200001', reason: sample.reason },
  },
  answer: actionOutcome,
  refusals: ['not_found', 'posting_not_to_pay', 'balance_too_low', 'approval_open', 'approval_outdated'],
  rate: { perMinute: 30 },
});

/** First and last day (Nairobi, inclusive) on which the posting was requested. */
const filters = z.object({
  template: postingTemplate.optional(),
  status: postingStatus.optional(),
  userId: uuid.optional(),
  merchantId: uuid.optional(),
  from: day.optional(),
  to: day.optional(),
});
export type PostingFilters = z.infer<typeof filters>;

export const listPostingRequests = endpoint({
  ...ofPostings,
  method: 'GET',
  path: '/api/admin/v1/posting-requests',
  roles: administratorRoles.everybody,
  summary: 'List the requested postings, newest first',
  query: filters.extend({
    cursor: cursor.optional(),
    limit: z.coerce.number().int().min(1).max(100).default(20),
  }),
  answer: z.object({
    postings: z.array(postingRequest),
    nextCursor: cursor.optional(),
    /** Number and amount of all postings that match the filters. */
    total: z.object({ count: z.number().int(), amountCents: z.number().int() }),
  }),
  refusals: [],
  rate: { perMinute: 240 },
});

export const postingRequestsCsv = endpoint({
  ...ofPostings,
  method: 'GET',
  path: '/api/admin/v1/posting-requests.csv',
  roles: administratorRoles.everybody,
  summary: 'Download the filtered postings as a file: postings-{yyyy-MM-dd}.csv',
  query: filters,
  answer: z.unknown(),
  isExport: true,
  refusals: [],
  rate: { perMinute: 20 },
});

export const readPostingRequest = endpoint({
  ...ofPostings,
  method: 'GET',
  path: '/api/admin/v1/posting-requests/:postingId',
  roles: administratorRoles.everybody,
  summary: 'Get one requested posting',
  params: z.object({ postingId: uuid }),
  example: { params: { postingId: sample.id } },
  answer: postingRequest,
  refusals: ['not_found'],
  rate: { perMinute: 240 },
});

export const postingDocumentFile = endpoint({
  ...ofPostings,
  method: 'GET',
  path: '/api/admin/v1/posting-requests/:postingId/document',
  roles: administratorRoles.money,
  summary:
    'Download the document of a posting, on record: posting-{first 8 characters of its id}.{pdf, jpg or png}',
  params: z.object({ postingId: uuid }),
  example: { params: { postingId: sample.id } },
  answer: z.unknown(),
  isExport: true,
  refusals: ['not_found'],
  rate: { perMinute: 60 },
});
