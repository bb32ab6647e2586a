import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { createVoucher, idempotencyKey, voucherExample } from './merchant-api.ts';
import { sample } from './example-values.ts';
import { shillings } from './money.ts';
import { uuid } from './text.ts';
import { webhookType } from './webhook-events.ts';

// Endpoints for tests. They refuse with `sandbox_only` if real money moves.

/** Default value of a test voucher, in shillings. */
const TEST_VALUE = 500;

export const createTestVoucher = endpoint({
  method: 'POST',
  path: '/api/v1/test/vouchers',
  audience: 'machine',
  operationId: 'createTestVoucher',
  keyRight: 'create',
  tag: 'Merchant API',
  summary:
    'In sandbox mode: make a test voucher for a till to redeem; the operator pays for it, not the merchant',
  headers: idempotencyKey,
  body: z.object({
    amount: shillings.default(TEST_VALUE).describe('Value of the test voucher, in whole shillings.'),
  }),
  example: {
    body: { amount: TEST_VALUE },
    answer: {
      ...voucherExample,
      amount: TEST_VALUE,
      balance: TEST_VALUE,
      recipient: { name: sample.name },
      message: '',
      code: sample.code,
      claim_url: 'https://zawadi.example/v/a-token-from-a-link',
    },
  },
  answer: createVoucher.answer,
  refusals: ['sandbox_only', 'transaction_limit'],
});

export const sendTestEvent = endpoint({
  method: 'POST',
  path: '/api/v1/test/events',
  audience: 'machine',
  operationId: 'sendTestEvent',
  keyRight: 'create',
  tag: 'Merchant API',
  summary:
    'In sandbox mode: send an event with made-up values to the webhook addresses and open streams of the merchant',
  headers: idempotencyKey,
  body: z.object({ type: webhookType }),
  example: {
    body: { type: 'settlement.processed' },
    answer: { id: sample.id, object: 'event', type: 'settlement.processed' },
  },
  answer: z
    .object({
      id: uuid.describe('The id of the event, which webhook messages carry as `webhook-id`.'),
      object: z.literal('event'),
      type: webhookType,
    })
    .meta({ id: 'TestEvent', description: 'A test event with made-up values, which we are sending now.' }),
  refusals: ['sandbox_only'],
});
