import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { listOf, page } from './merchant-api-lists.ts';
import { balanceShillings, shillings } from './money.ts';
import { payoutChannelName, settlementBatchId, settlementTransaction } from './settlements.ts';
import { day, timestamp } from './text.ts';

const settlementExample = {
  id: 'ST-20261120-7KQ2M',
  object: 'settlement',
  status: 'COMPLETED',
  amount: 350,
  fee: 3,
  net: 347,
  currency: 'KES',
  channel: 'M-Pesa',
  reference: 'UKL1A2B3C4',
  transaction_count: 1,
  created: '2026-11-21T03:00:00.000Z',
  completed_at: '2026-11-21T03:00:09.250Z',
} as const;

export const settlementObject = z
  .object({
    id: z.string().describe('`ST-20261120-7KQ2M`, as in the portal and in events.'),
    object: z.literal('settlement'),
    status: z.enum(['PENDING', 'PROCESSING', 'COMPLETED', 'CANCELED']),
    amount: shillings.describe('The amount you earned, in whole shillings.'),
    fee: balanceShillings.describe('Our fee, in whole shillings.'),
    net: balanceShillings.describe('`amount` less `fee`: the amount that we pay you.'),
    currency: z.literal('KES'),
    channel: payoutChannelName,
    reference: z
      .string()
      .optional()
      .describe('Receipt of M-PESA or reference of the bank; absent until the settlement is completed.'),
    transaction_count: z.number().int().nonnegative(),
    created: timestamp,
    completed_at: timestamp.optional(),
  })
  .meta({ id: 'Settlement', description: 'One pay-out of your balance.' });
export type SettlementObject = z.infer<typeof settlementObject>;

/** Sum of one kind of entry in a settlement; negative if it reduces the settlement. */
const settlementPart = z
  .object({
    type: settlementTransaction.shape.kind,
    count: z.number().int().positive(),
    amount: z.number().int().describe('Sum in whole shillings; negative if it reduces the settlement.'),
  })
  .meta({ id: 'SettlementPart', description: 'Sum of all entries of one kind.' });

export const readSettlementByMachine = endpoint({
  method: 'GET',
  path: '/api/v1/settlements/:id',
  audience: 'machine',
  operationId: 'retrieveSettlement',
  keyRight: 'read',
  tag: 'Merchant API',
  summary: 'Get one settlement, with the parts of its amount',
  params: z.object({ id: settlementBatchId }),
  example: {
    params: { id: sample.batchId },
    answer: { ...settlementExample, breakdown: [{ type: 'redemption', count: 1, amount: 350 }] },
  },
  answer: settlementObject
    .extend({ breakdown: z.array(settlementPart).describe('The parts add up to `amount`.') })
    .meta({ id: 'SettlementWithBreakdown', description: 'A settlement, with the parts of its amount.' }),
  refusals: ['settlement_not_found'],
});

export const listSettlementsByMachine = endpoint({
  method: 'GET',
  path: '/api/v1/settlements',
  audience: 'machine',
  operationId: 'listSettlements',
  keyRight: 'read',
  tag: 'Merchant API',
  summary: 'List settlements of this merchant, newest first',
  query: z.object({
    ...page,
    'created[gte]': day.optional().describe('Only settlements made on this day in Nairobi or later.'),
    'created[lte]': day.optional().describe('Only settlements made on this day in Nairobi or earlier.'),
    status: settlementObject.shape.status.optional(),
  }),
  example: {
    query: { limit: 20, status: 'COMPLETED' },
    answer: { object: 'list', data: [settlementExample], has_more: false, next_cursor: null },
  },
  answer: listOf('SettlementList', settlementObject),
  refusals: [],
});
