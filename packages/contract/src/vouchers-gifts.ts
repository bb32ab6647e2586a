import { z } from 'zod';
import { claimToken } from './link-tokens.ts';
import { cursor, email, msisdn, shortText, timestamp, uuid } from './text.ts';
import { capitalisedRecipient } from './names.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { voucherStatus } from './vouchers-status.ts';
import { balanceShillings, shillings } from './money.ts';
import { cloth, deliveryMoment } from './purchases.ts';

const pageSize = z.coerce.number().int().min(1).max(100).default(20);

/** A gift addressed to the signed-in consumer's verified phone or email, and delivered. */
export const receivedGift = z.object({
  voucherId: uuid,
  status: voucherStatus,
  value: shillings,
  balance: balanceShillings,
  senderName: z.string(),
  message: z.string(),
  cloth,
  lastFour: z.string(),
  claimToken: z.string(),
  deliveredAt: timestamp,
  expiresAt: timestamp,
  /** What shops have reserved of it, which is not in its balance. */
  heldAmount: balanceShillings,
  /** Nothing can be taken from it now. */
  isFrozen: z.boolean(),
  isThanked: z.boolean(),
  isOpened: z.boolean(),
  /** False for a voucher of a shop's own, which is spent there. */
  canBeClaimed: z.boolean(),
  /** There is a sender other than oneself who has not been thanked. */
  canBeThanked: z.boolean(),
});

export type ReceivedGift = z.infer<typeof receivedGift>;

export const receivedGifts = endpoint({
  method: 'GET',
  path: '/api/vouchers/v1/received',
  audience: 'consumer',
  tag: 'Gifts',
  summary: 'Gifts for you: vouchers addressed to a verified contact of the signed-in consumer, newest first',
  query: z.object({
    cursor: cursor.optional(),
    limit: pageSize,
    /** `open` leaves out what can no longer be spent. */
    show: z.enum(['open', 'all']).default('all'),
    /** Only this gift. */
    voucherId: uuid.optional(),
  }),
  answer: z.object({ gifts: z.array(receivedGift), nextCursor: cursor.optional() }),
  refusals: [],
});

export const showCode = endpoint({
  method: 'POST',
  path: '/api/vouchers/v1/show-code',
  audience: 'consumer',
  tag: 'Gifts',
  summary: 'The code of a gift for you',
  body: z.object({ voucherId: uuid }),
  example: { body: { voucherId: sample.id } },
  /** Shown in four groups. */
  answer: z.object({ code: z.string() }),
  refusals: [
    'voucher_not_found',
    'voucher_used',
    'voucher_claimed',
    'voucher_expired',
    'voucher_frozen',
    'voucher_void',
  ],
  rate: { perMinute: 60 },
});

/** A gift the signed-in consumer has paid for. Its code is never here: only the last four. */
export const sentGift = z.object({
  voucherId: uuid,
  requestId: uuid,
  recipientName: z.string(),
  recipientMsisdn: z.string(),
  recipientEmail: z.string(),
  status: voucherStatus,
  value: shillings,
  message: z.string(),
  cloth,
  lastFour: z.string(),
  sentAt: timestamp,
  deliverAt: timestamp,
  /** False while it waits for its moment. */
  isDelivered: z.boolean(),
  openedAt: timestamp.optional(),
  claimedAt: timestamp.optional(),
  expiresAt: timestamp,
  /** Nothing can be taken from it now. */
  isFrozen: z.boolean(),
  resendsLeft: z.number().int().nonnegative(),
  /** When it may be sent again, if that is later than now. */
  resendAt: timestamp.optional(),
  canBeResent: z.boolean(),
  canBeCorrected: z.boolean(),
  /** Until when, once its SMS was sent; no end while it was not. */
  correctableUntil: timestamp.optional(),
  /** It waits for its moment, and can be moved or sent now. */
  canBeMoved: z.boolean(),
  /** It can be moved, and what was paid for it can be given back. */
  canBeCancelled: z.boolean(),
  /** What was paid, fee included, for this gift or the one it took the place of. */
  paid: shillings.optional(),
  /** The number that M-PESA asked for it, which gets it back; unknown of a payment by hand. */
  payerMsisdn: z.string().optional(),
  /** What went back to the buyer, and where to once that is known. */
  refund: z
    .object({ amount: shillings, returnedTo: z.enum(['mpesa', 'wallet']).optional(), at: timestamp })
    .optional(),
  /** What the recipient wrote back. */
  thanks: z.object({ message: z.string(), at: timestamp }).optional(),
});

export type SentGift = z.infer<typeof sentGift>;

export const sentGifts = endpoint({
  method: 'GET',
  path: '/api/vouchers/v1/sent',
  audience: 'consumer',
  tag: 'Gifts',
  summary: 'Gifts I sent: vouchers the signed-in consumer has paid for, newest first',
  query: z.object({
    cursor: cursor.optional(),
    limit: pageSize,
    /** Only the gift of this purchase. */
    requestId: uuid.optional(),
  }),
  answer: z.object({ gifts: z.array(sentGift), nextCursor: cursor.optional() }),
  refusals: [],
});

export const resendGift = endpoint({
  method: 'POST',
  path: '/api/vouchers/v1/resend',
  audience: 'consumer',
  tag: 'Gifts',
  summary: 'Send the same SMS and email to the recipient again; every 10 minutes, 5 times at most',
  body: z.object({ voucherId: uuid }),
  example: { body: { voucherId: sample.id } },
  answer: sentGift,
  message: 'Gift sent again',
  refusals: [
    'voucher_not_found',
    'voucher_not_yet_delivered',
    'voucher_used',
    'voucher_claimed',
    'voucher_expired',
    'voucher_frozen',
    'voucher_void',
    'resend_too_soon',
    'resends_exhausted',
    'account_frozen',
  ],
  rate: { perMinute: 30 },
});

export const correctRecipient = endpoint({
  method: 'POST',
  path: '/api/vouchers/v1/correct-recipient',
  audience: 'consumer',
  tag: 'Gifts',
  summary:
    'Address an unopened gift to another recipient within 24 hours of its SMS, with a new code and link; the old ones stop working, and the former recipient is told',
  body: z.object({
    voucherId: uuid,
    fullName: capitalisedRecipient,
    recipientMsisdn: msisdn,
    recipientEmail: email.optional(),
  }),
  example: {
    body: {
      voucherId: sample.id,
      fullName: sample.name,
      recipientMsisdn: sample.msisdn,
      recipientEmail: sample.email,
    },
  },
  answer: sentGift,
  message: 'Recipient corrected',
  refusals: [
    'voucher_not_found',
    'voucher_opened',
    'correction_too_late',
    'voucher_used',
    'voucher_claimed',
    'voucher_expired',
    'voucher_frozen',
    'voucher_void',
    'corrections_exhausted',
    'account_frozen',
  ],
  rate: { perMinute: 30 },
});

/** Why a gift can no longer be moved, sent or cancelled by its buyer. */
export const scheduledRefusals = [
  'voucher_not_found',
  'gift_sent',
  'gift_cancelled',
  'voucher_used',
  'voucher_claimed',
  'voucher_expired',
  'voucher_frozen',
  'voucher_void',
  'account_frozen',
] as const;

export const moveGift = endpoint({
  method: 'POST',
  path: '/api/vouchers/v1/move',
  audience: 'consumer',
  tag: 'Gifts',
  summary: 'Give a gift that was not sent yet another moment; it is valid for 24 months from then',
  body: z.object({ voucherId: uuid, deliverAt: deliveryMoment }),
  example: { body: { voucherId: sample.id, deliverAt: '2027-06-30T09:00:00+03:00' } },
  answer: sentGift,
  message: 'The gift has a new day',
  refusals: [...scheduledRefusals, 'delivery_moment_invalid'],
  rate: { perMinute: 30 },
});

export const sendGiftNow = endpoint({
  method: 'POST',
  path: '/api/vouchers/v1/send-now',
  audience: 'consumer',
  tag: 'Gifts',
  summary: 'Send a gift that waits for its moment to its recipient now',
  body: z.object({ voucherId: uuid }),
  example: { body: { voucherId: sample.id } },
  answer: sentGift,
  message: 'The gift is sent',
  refusals: [...scheduledRefusals],
  rate: { perMinute: 30 },
});

export const sayThanks = endpoint({
  method: 'POST',
  path: '/api/vouchers/v1/thanks',
  audience: 'anyone',
  tag: 'Gifts',
  summary: 'Thank the sender of a gift, once, by SMS and email',
  body: z.object({
    claimToken,
    message: shortText.refine((text) => text.length > 0, { error: 'Please write a few words' }),
  }),
  example: { body: { claimToken: sample.token, message: 'Asante' } },
  answer: z.object({ isThanked: z.literal(true) }),
  message: 'Your thanks are on their way',
  refusals: ['voucher_not_found', 'voucher_not_yet_delivered', 'already_thanked', 'too_many_requests'],
  rate: { perMinute: 300, guesses: 60, token: { field: 'claimToken', perMinute: 10 } },
});
