import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import {
  email,
  giftMessage,
  metadata,
  momentOrDay,
  msisdn,
  shortText,
  storedMetadata,
  timestamp,
  uuid,
} from './text.ts';
import { recipientName } from './names.ts';
import { shillings } from './money.ts';
import { voucherObject } from './vouchers.ts';

/** Identifies one attempt of a merchant at one call: the same key there has one effect and one answer, permanently. */
export const idempotencyKey = z.object({
  'idempotency-key': z
    .string()
    .min(1)
    .max(255)
    .describe(
      'Required. Within your account and this call (method and path), the same key always has one effect and one answer. Use a random UUID.',
    )
    .optional(),
});

/** The amount that a call takes: a number of shillings, or all of the value, which the caller must say. */
export const shillingsOrAll = z.union([shillings, z.literal('all')], {
  error: 'Please enter a valid amount, or "all"',
});

/** For calls that take money: an absent amount takes the whole value until version 0.2, which refuses it. */
export const DEPRECATED_WITHOUT_AMOUNT = { field: 'amount', since: '2026-11-30' } as const;

export const voucherId = z
  .string()
  .min(1)
  .max(64)
  .describe(
    'The id of a voucher that was issued or redeemed here, or the full code of any voucher, or its number of 13 digits.',
  );

const issuedTo = z
  .object({
    name: recipientName.describe('Name of the recipient, up to 80 characters.'),
    phone: msisdn.optional().describe('A Kenyan mobile number in any usual spelling.'),
    email: email.optional(),
  })
  .describe(
    'The recipient. We send the code and the link to this phone and this email. Without phone and email, you hand the code over yourself.',
  );

/** Fields of a voucher that only the merchant who issued it gets. */
export const issuedHere = {
  recipient: z.object({
    name: z.string(),
    phone: z.string().optional().describe('Phone number as 254 and nine digits.'),
    email: z.string().optional(),
  }),
  message: z.string(),
  reference: z.string().optional().describe('Your own reference, as given when you issued the voucher.'),
  metadata: storedMetadata.optional().describe('Your own metadata, as given when you issued the voucher.'),
};

export const voucherExample = {
  id: sample.id,
  object: 'voucher',
  status: 'ACTIVE',
  amount: 950,
  balance: 950,
  currency: 'KES',
  expires_at: '2028-11-20T20:59:59.999Z',
} as const;

const redemptionExample = {
  id: sample.redemptionId,
  amount: 350,
  status: 'COMPLETED',
  created: '2026-11-20T08:15:30.123Z',
} as const;

export const createVoucher = endpoint({
  method: 'POST',
  path: '/api/v1/vouchers/create',
  audience: 'machine',
  operationId: 'createVoucher',
  keyRight: 'create',
  tag: 'Merchant API',
  isRefusedToBlocked: true,
  summary:
    "Issue a voucher from the merchant's own balance; it can be redeemed only here and cannot be added to a wallet",
  headers: idempotencyKey,
  body: z.object({
    amount: shillings.describe('Value of the voucher in whole shillings, taken from your balance.'),
    recipient: issuedTo,
    message: giftMessage.default('').describe('A message to the recipient, up to 300 characters.'),
    expires_at: momentOrDay
      .optional()
      .describe('Up to 24 months ahead, which is the default. A day counts until its end in Nairobi.'),
    reference: shortText.optional().describe('Your own reference, such as an order number.'),
    metadata: metadata.optional().describe('Your own metadata: at most 20 keys, 2 KB in all.'),
  }),
  example: {
    body: {
      amount: 10,
      recipient: { name: sample.name },
      message: 'Karibu',
      expires_at: '2027-06-30',
      reference: 'order 7',
      metadata: { campaign: 'Christmas' },
    },
    answer: {
      ...voucherExample,
      amount: 10,
      balance: 10,
      expires_at: '2027-06-30T20:59:59.999Z',
      recipient: { name: sample.name },
      message: 'Karibu',
      reference: 'order 7',
      metadata: { campaign: 'Christmas' },
      code: sample.code,
      claim_url: 'https://zawadi.example/v/a-token-from-a-link',
    },
  },
  answer: voucherObject
    .extend({
      ...issuedHere,
      code: z
        .string()
        .describe(
          'The code, formatted in four groups: XXXX-XXXX-XXXX-XXXX. Only this answer and replays of it contain the code.',
        ),
      claim_url: z
        .url()
        .describe("URL of the recipient's page. Only this answer and replays of it contain the URL."),
    })
    .meta({
      id: 'CreatedVoucher',
      description: 'The voucher, with the code and link that its recipient needs.',
    }),
  refusals: [
    'buying_stopped',
    'insufficient_merchant_balance',
    'transaction_limit',
    'daily_limit',
    'expiry_moment_invalid',
  ],
});

export const redemptionObject = z
  .object({
    id: uuid,
    amount: shillings.describe('The redeemed amount, in whole shillings.'),
    status: z.enum(['COMPLETED', 'REVERSED']),
    created: timestamp,
    reversed_at: timestamp.optional(),
    reference: z.string().optional().describe('Your own reference, as given with the redemption.'),
    metadata: storedMetadata.optional().describe('Your own metadata, as given with the redemption.'),
  })
  .meta({ id: 'Redemption', description: 'A redemption at this merchant.' });

export const readVoucher = endpoint({
  method: 'GET',
  path: '/api/v1/vouchers/:id',
  audience: 'machine',
  operationId: 'retrieveVoucher',
  keyRight: 'read',
  tag: 'Merchant API',
  summary: 'Get one voucher with its redemptions at this merchant, newest first, at most 100',
  params: z.object({ id: voucherId }),
  example: {
    params: { id: sample.code },
    answer: {
      ...voucherExample,
      status: 'PARTIALLY_REDEEMED',
      balance: 600,
      frozen: false,
      created: '2026-11-20T07:58:12.004Z',
      last_four: '7KQ2',
      redemptions: [redemptionExample],
    },
  },
  answer: voucherObject
    .extend({
      frozen: z
        .boolean()
        .describe('Whether the voucher is frozen, and cannot be redeemed now. Our support can say why.'),
      created: timestamp,
      last_four: z.string().describe("The last four symbols of the voucher's code."),
      recipient: issuedHere.recipient.optional().describe('Present if you have issued the voucher.'),
      message: issuedHere.message.optional().describe('Present if you have issued the voucher.'),
      reference: issuedHere.reference,
      metadata: issuedHere.metadata,
      redemptions: z
        .array(redemptionObject)
        .describe('Redemptions at this merchant, newest first, at most 100.'),
    })
    .meta({ id: 'Voucher', description: 'A voucher as this merchant sees it.' }),
  refusals: [
    'voucher_not_found',
    'voucher_code_mistyped',
    'voucher_not_yet_delivered',
    'voucher_not_redeemable_here',
  ],
});

export const reverseRedemptionByMachine = endpoint({
  method: 'POST',
  path: '/api/v1/vouchers/:id/redemptions/:redemptionId/reverse',
  audience: 'machine',
  operationId: 'reverseRedemption',
  keyRight: 'redeem',
  tag: 'Merchant API',
  summary: "Reverse one of today's redemptions in full; its amount returns to the voucher",
  params: z.object({
    id: voucherId,
    redemptionId: uuid.describe('`redemption.id` from the answer to the redemption.'),
  }),
  headers: idempotencyKey,
  body: z.object({}),
  example: {
    params: { id: sample.code, redemptionId: sample.redemptionId },
    answer: {
      ...voucherExample,
      redemption: { ...redemptionExample, status: 'REVERSED', reversed_at: '2026-11-20T08:21:02.700Z' },
    },
  },
  answer: voucherObject.extend({ redemption: redemptionObject }).meta({
    id: 'ReversedVoucher',
    description: 'The voucher after the reversal, and the redemption that was reversed.',
  }),
  refusals: [
    'voucher_not_found',
    'voucher_code_mistyped',
    'redemption_not_found',
    'reversal_too_late',
    'reversals_exhausted',
    'insufficient_merchant_balance',
    'voucher_void',
    'voucher_expired',
    'voucher_frozen',
  ],
});
