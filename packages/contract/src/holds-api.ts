import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { listOf, page, period } from './merchant-api-lists.ts';
import { DEPRECATED_WITHOUT_AMOUNT, idempotencyKey, shillingsOrAll, voucherId } from './merchant-api.ts';
import { balanceShillings, shillings } from './money.ts';
import { momentOrDay, shortText, timestamp, uuid } from './text.ts';

/** Default and maximum duration of a hold, in minutes. */
export const HOLD_MINUTES = { usual: 24 * 60, most: 7 * 24 * 60 } as const;

export const holdStatus = z.enum(['OPEN', 'CAPTURED', 'RELEASED', 'EXPIRED']);

export const holdObject = z
  .object({
    id: uuid,
    object: z.literal('hold'),
    status: holdStatus,
    amount: shillings.describe('The reserved amount, in whole shillings.'),
    captured_amount: balanceShillings.describe('The captured amount. The rest has returned to the voucher.'),
    currency: z.literal('KES'),
    voucher: uuid.describe('The id of the voucher.'),
    voucher_last_four: z.string().describe("The last four symbols of the voucher's code."),
    reference: z.string().optional().describe('Your own reference, as you gave it.'),
    place: uuid.describe('The id of the place of your business: that of the API key that made the hold.'),
    till: z.string().optional().describe('The name of that API key; absent for the main key.'),
    created: timestamp,
    expires_at: timestamp.describe('When the hold expires and is released automatically.'),
    ended_at: timestamp.optional().describe('When the hold was captured or released.'),
    redemption: z
      .object({ id: uuid, amount: shillings })
      .optional()
      .describe('The redemption that the capture made. You can reverse it on the same day, like any other.'),
  })
  .meta({
    id: 'Hold',
    description: 'An amount of a voucher that you have reserved, and that you can capture or release.',
  });
export type HoldObject = z.infer<typeof holdObject>;

const holdExample = {
  id: sample.id,
  object: 'hold',
  status: 'OPEN',
  amount: 10,
  captured_amount: 0,
  currency: 'KES',
  voucher: sample.redemptionId,
  voucher_last_four: '7KQ2',
  reference: 'order 7',
  place: sample.id,
  till: 'Till 2',
  created: '2026-11-20T08:15:30.123Z',
  expires_at: '2026-11-20T09:15:30.123Z',
} as const;

const holdId = uuid.describe('The id of the hold.');

export const holdVoucher = endpoint({
  method: 'POST',
  path: '/api/v1/vouchers/:id/hold',
  audience: 'machine',
  operationId: 'holdVoucher',
  keyRight: 'redeem',
  tag: 'Merchant API',
  isRefusedToBlocked: true,
  summary: 'Reserve all or part of a voucher, and capture or release it within seven days',
  params: z.object({ id: voucherId }),
  headers: idempotencyKey,
  deprecatedWithout: DEPRECATED_WITHOUT_AMOUNT,
  body: z
    .object({
      amount: shillingsOrAll
        .optional()
        .describe(
          'The amount to reserve, or `"all"` for the whole free balance. To leave it out is deprecated: it means `"all"`.',
        ),
      expires_in_minutes: z
        .int()
        .min(1)
        .max(HOLD_MINUTES.most)
        .optional()
        .describe("Duration of the hold: 24 hours by default, and never beyond the voucher's last day."),
      expires_at: momentOrDay
        .optional()
        .describe(
          'In place of `expires_in_minutes`: at most seven days ahead. A day counts until its end in Nairobi.',
        ),
      reference: shortText.optional().describe('Your own reference, such as an order number.'),
    })
    .refine((body) => body.expires_in_minutes === undefined || body.expires_at === undefined, {
      error: 'cannot stand beside `expires_in_minutes`: give one of the two',
      path: ['expires_at'],
    }),
  example: {
    params: { id: sample.id },
    body: { amount: 10, expires_in_minutes: 60, reference: 'order 7' },
    answer: holdExample,
  },
  answer: holdObject,
  refusals: [
    'redeeming_stopped',
    'voucher_not_found',
    'voucher_code_mistyped',
    'voucher_not_yet_delivered',
    'voucher_not_redeemable_here',
    'insufficient_voucher_balance',
    'transaction_limit',
    'daily_limit',
    'voucher_held',
    'voucher_used',
    'voucher_claimed',
    'voucher_expired',
    'voucher_frozen',
    'voucher_void',
    'hold_moment_invalid',
  ],
});

export const captureHold = endpoint({
  method: 'POST',
  path: '/api/v1/holds/:id/capture',
  audience: 'machine',
  operationId: 'captureHold',
  keyRight: 'redeem',
  tag: 'Merchant API',
  summary: 'Capture all or part of a hold. This is possible only once, and releases the rest',
  params: z.object({ id: holdId }),
  headers: idempotencyKey,
  deprecatedWithout: DEPRECATED_WITHOUT_AMOUNT,
  body: z.object({
    amount: shillingsOrAll
      .optional()
      .describe(
        'The amount to capture, or `"all"` for the whole hold. To leave it out is deprecated: it means `"all"`.',
      ),
  }),
  example: {
    params: { id: sample.id },
    body: { amount: 10 },
    answer: {
      ...holdExample,
      status: 'CAPTURED',
      captured_amount: 10,
      ended_at: '2026-11-20T08:40:00.000Z',
      redemption: { id: sample.id, amount: 10 },
    },
  },
  answer: holdObject,
  refusals: ['hold_not_found', 'hold_not_open', 'hold_expired', 'capture_exceeds_hold', 'voucher_frozen'],
});

export const releaseHold = endpoint({
  method: 'POST',
  path: '/api/v1/holds/:id/release',
  audience: 'machine',
  operationId: 'releaseHold',
  keyRight: 'redeem',
  tag: 'Merchant API',
  summary: 'Release a hold in full',
  params: z.object({ id: holdId }),
  headers: idempotencyKey,
  body: z.object({}),
  example: {
    params: { id: sample.id },
    answer: { ...holdExample, status: 'RELEASED', ended_at: '2026-11-20T08:40:00.000Z' },
  },
  answer: holdObject,
  refusals: ['hold_not_found', 'hold_not_open'],
});

export const readHold = endpoint({
  method: 'GET',
  path: '/api/v1/holds/:id',
  audience: 'machine',
  operationId: 'retrieveHold',
  keyRight: 'read',
  tag: 'Merchant API',
  summary: 'Get one hold of this merchant',
  params: z.object({ id: holdId }),
  example: { params: { id: sample.id }, answer: holdExample },
  answer: holdObject,
  refusals: ['hold_not_found'],
});

export const listHolds = endpoint({
  method: 'GET',
  path: '/api/v1/holds',
  audience: 'machine',
  operationId: 'listHolds',
  keyRight: 'read',
  tag: 'Merchant API',
  summary: 'List holds of this merchant, newest first',
  query: z.object({
    ...page,
    ...period,
    status: holdStatus.optional(),
    voucher: uuid.optional().describe('Only holds on the voucher with this id.'),
  }),
  example: {
    query: { limit: 20, status: 'OPEN' },
    answer: { object: 'list', data: [holdExample], has_more: false, next_cursor: null },
  },
  answer: listOf('HoldList', holdObject),
  refusals: [],
});
