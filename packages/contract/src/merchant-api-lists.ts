import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { shillings } from './money.ts';
import { settlementBatchId } from './settlements.ts';
import { cursor, momentOrDay, shortText, storedMetadata, timestamp, uuid } from './text.ts';

/**
 * Makes the schema of one page of a list of the merchant API.
 * @param id name of the schema in the OpenAPI document
 */
export function listOf<Item extends z.ZodType>(id: string, item: Item) {
  return z
    .object({
      object: z.literal('list'),
      data: z.array(item),
      has_more: z.boolean(),
      next_cursor: cursor
        .nullable()
        .describe('Send this as `cursor` to get the next page; null on the last page.'),
    })
    .meta({ id, description: 'One page of a list, newest items first.' });
}

export const page = {
  limit: z.coerce.number().int().min(1).max(100).default(20).describe('The most items on one page.'),
  cursor: cursor.optional().describe('`next_cursor` of the previous page.'),
};

export const period = {
  'created[gte]': momentOrDay.optional().describe('Not before this time, or this day in Nairobi.'),
  'created[lte]': momentOrDay.optional().describe('Not after this time, or the end of this day in Nairobi.'),
};

const transactionExample = {
  id: sample.redemptionId,
  object: 'transaction',
  type: 'redemption',
  status: 'COMPLETED',
  amount: 350,
  currency: 'KES',
  voucher: sample.id,
  voucher_last_four: '7KQ2',
  mpesa_receipt: 'UKK4H7Q2MX',
  created: '2026-11-20T08:15:30.123Z',
  taken_by: 'Till 2',
  place: sample.id,
  till: 'Till 2',
} as const;

export const transactionObject = z
  .object({
    id: uuid,
    object: z.literal('transaction'),
    type: z
      .enum(['redemption', 'voucher_created', 'voucher_returned'])
      .describe(
        'A redemption adds to your balance. An issued voucher reduces your balance. If it expires or is voided, the rest returns to your balance.',
      ),
    status: z.enum(['COMPLETED', 'REVERSED']),
    amount: shillings.describe('The amount of the transaction, in whole shillings.'),
    currency: z.literal('KES'),
    voucher: uuid.describe('The id of the voucher.'),
    voucher_last_four: z.string().describe("The last four symbols of the voucher's code."),
    mpesa_receipt: z
      .string()
      .optional()
      .describe("M-PESA's receipt of the payment for the voucher; absent for vouchers that you issued."),
    created: timestamp,
    taken_by: z
      .string()
      .optional()
      .describe(
        'For a redemption: the name of the API key that redeemed (`API` for the main key), or of the staff member at the till.',
      ),
    place: uuid.optional().describe('For a redemption: the id of the place of your business.'),
    till: z
      .string()
      .optional()
      .describe('For a redemption: the name of the API key, or the name that a device has at the till page.'),
    reversed_at: timestamp.optional(),
    reference: z
      .string()
      .optional()
      .describe('Your own reference of the redemption, or of the voucher that was issued or returned.'),
    metadata: storedMetadata.optional().describe('Your own metadata, stored with the reference.'),
    settlement: z
      .string()
      .optional()
      .describe('The id of the settlement that includes the transaction; absent until one does.'),
    reversal_settlement: z
      .string()
      .optional()
      .describe('The id of the settlement that includes the reversal, which may be another settlement.'),
  })
  .meta({ id: 'Transaction', description: 'A transaction that changed your balance.' });
export type TransactionObject = z.infer<typeof transactionObject>;

export const readTransactionByMachine = endpoint({
  method: 'GET',
  path: '/api/v1/transactions/:id',
  audience: 'machine',
  operationId: 'retrieveTransaction',
  keyRight: 'read',
  tag: 'Merchant API',
  summary: 'Get one redemption, or one voucher issued or returned',
  params: z.object({
    id: uuid.describe("The id of the transaction; for a redemption, the redemption's id."),
  }),
  example: { params: { id: sample.redemptionId }, answer: transactionExample },
  answer: transactionObject,
  refusals: ['transaction_not_found'],
});

export const listTransactionsByMachine = endpoint({
  method: 'GET',
  path: '/api/v1/transactions',
  audience: 'machine',
  operationId: 'listTransactions',
  keyRight: 'read',
  tag: 'Merchant API',
  summary: 'List redemptions at this merchant and vouchers that it issued, newest first',
  query: z.object({
    ...page,
    ...period,
    status: transactionObject.shape.status.optional(),
    type: transactionObject.shape.type.optional(),
    voucher: uuid.optional().describe('Only transactions of the voucher with this id.'),
    reference: shortText.optional().describe('Only transactions with exactly this reference of yours.'),
    place: uuid.optional().describe('Only redemptions at the place with this id.'),
    taken_by: shortText
      .optional()
      .describe(
        'Only redemptions taken under exactly this name, in any case: of an API key or a staff member.',
      ),
    staff: shortText
      .optional()
      .describe(
        'Only redemptions at the till by this staff member: the sign-in name, such as `juma`, or `owner`.',
      ),
    settlement: settlementBatchId
      .optional()
      .describe(
        'Only transactions in the settlement with this id, or whose reversal is in it. A page may then have fewer than `limit` items.',
      ),
  }),
  example: {
    query: { limit: 20, type: 'redemption', 'created[gte]': '2026-11-01' },
    answer: { object: 'list', data: [transactionExample], has_more: false, next_cursor: null },
  },
  answer: listOf('TransactionList', transactionObject),
  refusals: ['settlement_not_found'],
});
