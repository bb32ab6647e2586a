import { z } from 'zod';
import { billReferenceNumber, cloth, deliveryMoment, NO_GIFT_MESSAGE } from './purchases.ts';
import { email, giftMessage, language, msisdn, shortText, uuid } from './text.ts';
import { capitalisedRecipient } from './names.ts';
import { shillings } from './money.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';

const registration = z.object({
  userId: uuid,
  amount: shillings,
  recipientMsisdn: msisdn,
  partyA: msisdn,
  recipientEmail: email,
  fullName: capitalisedRecipient,
  paymentMethod: z.literal('mpesa'),
});

export const registerTransaction = endpoint({
  method: 'POST',
  path: '/api/mpesa/register-transaction',
  audience: 'consumer',
  tag: 'Payments',
  isRefusedToBlocked: true,
  summary: 'Register a purchase or a withdrawal before any money moves',
  body: z.discriminatedUnion('transactionType', [
    registration.extend({
      transactionType: z.literal('purchase'),
      transactionDesc: giftMessage.default(NO_GIFT_MESSAGE),
      cloth: cloth.default('plain'),
      deliverAt: deliveryMoment.optional(),
      /** Whether the preview of the gift's link shows the amount, where the link is shared. */
      showsAmount: z.boolean().default(false),
      /** Language of the messages to a recipient without an account; by default that of the buyer's account. */
      language: language.optional(),
      /**
       * True if the recipient has no email address, and `recipientEmail` is the buyer's. The buyer gets a copy of the
       * receipt without code and link; the gift itself goes by SMS only.
       */
      copyToBuyer: z.boolean().default(false),
    }),
    registration.extend({
      transactionType: z.literal('withdraw'),
      /** Optional, because an account may have no email address. */
      recipientEmail: email.optional(),
      transactionDesc: shortText.default('Withdraw'),
    }),
  ]),
  example: {
    body: {
      transactionType: 'purchase',
      userId: sample.id,
      amount: 10,
      recipientMsisdn: sample.msisdn,
      partyA: sample.msisdn,
      recipientEmail: sample.email,
      fullName: sample.name,
      paymentMethod: 'mpesa',
      transactionDesc: 'Hongera',
      cloth: 'plain',
      deliverAt: '2027-06-30T09:00:00+03:00',
    },
  },
  answer: z.object({
    requestId: uuid,
    amount: shillings,
    partyA: z.string(),
    billReferenceNumber,
    shortCode: z.string().optional(),
    transactionCode: z.string().optional(),
  }),
  message: 'Transaction registered successfully!',
  refusals: [
    'buying_stopped',
    'withdrawing_stopped',
    'not_found',
    'transaction_limit',
    'below_minimum_purchase',
    'daily_limit',
    'insufficient_balance',
    'below_minimum_withdrawal',
    'withdrawal_waits',
    'delivery_moment_invalid',
    'phone_not_verified',
    'password_reset_needed',
    'wallet_frozen',
    'account_frozen',
  ],
  rate: { perMinute: 60 },
});
