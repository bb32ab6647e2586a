import { z } from 'zod';
import { claimToken } from './link-tokens.ts';
import { cursor, email, msisdn, shortText, timestamp, uuid } from './text.ts';
import { capitalisedRecipient } from './names.ts';
import { sentMessage } from './delivery-reports.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { voucherStatus } from './vouchers-status.ts';
import { balanceShillings, shillings } from './money.ts';
import { cloth, deliveryMoment } from './purchases.ts';

const pageSize = z.coerce.number().int().min(1).max(100).default(20);

/** A delivered gift that was sent to the signed-in consumer's verified phone or email. */
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
  /** Amount that shops have reserved. `balance` does not include it. */
  heldAmount: balanceShillings,
  isFrozen: z.boolean(),
  isThanked: z.boolean(),
  isOpened: z.boolean(),
  /** False for a shop's own voucher, which can be spent only at the shop. */
  canBeClaimed: z.boolean(),
  /** Whether another person sent the gift and has not been thanked yet. */
  canBeThanked: z.boolean(),
});

export type ReceivedGift = z.infer<typeof receivedGift>;

export const receivedGifts = endpoint({
  method: 'GET',
  path: '/api/vouchers/v1/received',
  audience: 'consumer',
  tag: 'Gifts',
  summary: 'Gifts for you: list vouchers sent to a verified contact of the consumer, newest first',
  query: z.object({
    cursor: cursor.optional(),
    limit: pageSize,
    /** `open` omits vouchers that can no longer be spent. */
    show: z.enum(['open', 'all']).default('all'),
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
  summary: 'Get the code of a gift for you',
  body: z.object({ voucherId: uuid }),
  example: { body: { voucherId: sample.id } },
  /** Formatted in four groups: XXXX-XXXX-XXXX-XXXX. */
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

/** A gift that the signed-in consumer has paid for. It has only the last four symbols of the code. */
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
  isDelivered: z.boolean(),
  openedAt: timestamp.optional(),
  claimedAt: timestamp.optional(),
  expiresAt: timestamp,
  isFrozen: z.boolean(),
  resendsLeft: z.number().int().nonnegative(),
  /** When the gift may be resent; absent if it may be now. */
  resendAt: timestamp.optional(),
  canBeResent: z.boolean(),
  messages: z.object({ sms: sentMessage.optional(), email: sentMessage.optional() }),
  canBeCorrected: z.boolean(),
  /** Until when the recipient can be corrected; absent until the gift's SMS is sent. */
  correctableUntil: timestamp.optional(),
  /** Whether the gift waits for its delivery time, and can be rescheduled or sent now. */
  canBeMoved: z.boolean(),
  /** Whether the gift waits for its delivery time, and its payment can be refunded. */
  canBeCancelled: z.boolean(),
  /** The payment, including the fee, for this gift or for the gift that it replaced. */
  paid: shillings.optional(),
  /** The number that paid by M-PESA's prompt and would get a refund. Unknown for a payment by hand. */
  payerMsisdn: z.string().optional(),
  /** The refund to the buyer. `returnedTo` is absent until its destination is known. */
  refund: z
    .object({ amount: shillings, returnedTo: z.enum(['mpesa', 'wallet']).optional(), at: timestamp })
    .optional(),
  /** The buyer's photo on the gift: as added, or removed by support. Absent if there is none. */
  photo: z.enum(['added', 'removed']).optional(),
  thanks: z.object({ message: z.string(), at: timestamp }).optional(),
});

export type SentGift = z.infer<typeof sentGift>;

export const sentGifts = endpoint({
  method: 'GET',
  path: '/api/vouchers/v1/sent',
  audience: 'consumer',
  tag: 'Gifts',
  summary: 'Gifts I sent: list vouchers the signed-in consumer has paid for, newest first',
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
  summary: 'Resend the same SMS and email to the recipient; every 10 minutes, at most 5 times',
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
    'Change the recipient of an unopened gift within 24 hours of its SMS, with a new code and link; the old ones stop working, and the former recipient is notified',
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
    'not_available_here',
  ],
  rate: { perMinute: 30 },
});

/** Refusals if a buyer can no longer reschedule, send or cancel a gift. */
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
  summary: 'Change the delivery time of a gift that was not sent yet; it is valid for 24 months from then',
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
  summary: 'Send a scheduled gift to its recipient now',
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
