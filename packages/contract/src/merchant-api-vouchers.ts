import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { listOf, page, period } from './merchant-api-lists.ts';
import { idempotencyKey, issuedHere, voucherExample, voucherId } from './merchant-api.ts';
import { shortText, timestamp } from './text.ts';
import { voucherStatus } from './vouchers-status.ts';
import { voucherObject } from './vouchers.ts';

export const issuedVoucherObject = voucherObject
  .extend({
    frozen: z
      .boolean()
      .describe('Whether the voucher is frozen, and cannot be redeemed now. Our support can say why.'),
    created: timestamp,
    last_four: z.string().describe("The last four symbols of the voucher's code."),
    ...issuedHere,
  })
  .meta({ id: 'IssuedVoucher', description: 'A voucher that you have issued, without its code.' });
export type IssuedVoucherObject = z.infer<typeof issuedVoucherObject>;

const issuedExample = {
  ...voucherExample,
  frozen: false,
  created: '2026-11-20T07:58:12.004Z',
  last_four: '7KQ2',
  recipient: { name: sample.name },
  message: 'Karibu',
  reference: 'order 7',
} as const;

export const listVouchersByMachine = endpoint({
  method: 'GET',
  path: '/api/v1/vouchers',
  audience: 'machine',
  operationId: 'listVouchers',
  keyRight: 'read',
  tag: 'Merchant API',
  summary: 'List vouchers that this merchant has issued, newest first',
  query: z.object({
    ...page,
    ...period,
    status: voucherStatus.optional(),
    reference: shortText.optional().describe('Only vouchers with exactly this reference of yours.'),
  }),
  example: {
    query: { limit: 20, status: 'ACTIVE' },
    answer: { object: 'list', data: [issuedExample], has_more: false, next_cursor: null },
  },
  answer: listOf('VoucherList', issuedVoucherObject),
  refusals: [],
});

export const voidVoucherByMachine = endpoint({
  method: 'POST',
  path: '/api/v1/vouchers/:id/void',
  audience: 'machine',
  operationId: 'voidVoucher',
  keyRight: 'create',
  tag: 'Merchant API',
  summary: "Void one of the merchant's own vouchers; its balance returns to the merchant's balance",
  params: z.object({ id: voucherId }),
  headers: idempotencyKey,
  body: z.object({
    reason: shortText.optional().describe('Why you void the voucher, for your own records.'),
  }),
  example: {
    params: { id: sample.id },
    body: { reason: 'Made by mistake' },
    answer: { ...issuedExample, status: 'VOIDED', balance: 0 },
  },
  answer: issuedVoucherObject,
  refusals: [
    'voucher_not_found',
    'voucher_code_mistyped',
    'voucher_not_made_here',
    'voucher_used',
    'voucher_expired',
    'voucher_frozen',
    'voucher_held',
  ],
});

export const resendVoucherByMachine = endpoint({
  method: 'POST',
  path: '/api/v1/vouchers/:id/resend',
  audience: 'machine',
  operationId: 'resendVoucher',
  keyRight: 'create',
  tag: 'Merchant API',
  summary: "Resend the same code and link to the recipient of one of the merchant's own vouchers",
  params: z.object({ id: voucherId }),
  headers: idempotencyKey,
  body: z.object({}),
  example: { params: { id: sample.id }, answer: issuedExample },
  answer: issuedVoucherObject,
  refusals: [
    'voucher_not_found',
    'voucher_code_mistyped',
    'voucher_not_made_here',
    'voucher_without_address',
    'resend_too_soon',
    'resends_exhausted',
    'voucher_used',
    'voucher_expired',
    'voucher_frozen',
    'voucher_void',
  ],
});
