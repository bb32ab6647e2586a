import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { shillings } from './money.ts';
import { capitalisedRecipient } from './names.ts';
import { billReferenceNumber, cloth, deliveryMoment, purchaseState } from './purchases.ts';
import { email, giftMessage, language, msisdn, oneTimeCode, uuid } from './text.ts';

/** The largest number of gifts in a basket. */
export const MOST_GIFTS = 20;

const basketGift = z.object({
  fullName: capitalisedRecipient,
  recipientMsisdn: msisdn,
  recipientEmail: email,
  amount: shillings,
  message: giftMessage.default(''),
  cloth: cloth.default('plain'),
  deliverAt: deliveryMoment.optional(),
  /** Whether the preview of the gift's link shows the amount, where the link is shared. */
  showsAmount: z.boolean().default(false),
  /** Language of the messages to a recipient without an account; by default that of the buyer's account. */
  language: language.optional(),
  /** True if the recipient has no email address, and `recipientEmail` is the buyer's, as for a single gift. */
  copyToBuyer: z.boolean().default(false),
});

export const registerBasket = endpoint({
  method: 'POST',
  path: '/api/purchases/v1/baskets',
  audience: 'consumer',
  tag: 'Payments',
  isRefusedToBlocked: true,
  summary:
    'Register one purchase of several gifts: one payment of the sum pays all of them, or none. It is then paid as a single gift is',
  body: z.object({
    partyA: msisdn,
    gifts: z.array(basketGift).min(2).max(MOST_GIFTS, { error: 'A basket can have 20 gifts' }),
  }),
  example: {
    body: {
      partyA: sample.msisdn,
      gifts: [
        {
          fullName: sample.name,
          recipientMsisdn: sample.msisdn,
          recipientEmail: sample.email,
          amount: 1_500,
          message: 'Hongera',
        },
        {
          fullName: 'Brian Otieno',
          recipientMsisdn: sample.msisdn,
          recipientEmail: sample.email,
          amount: 3_000,
          deliverAt: '2027-06-30T09:00:00+03:00',
        },
      ],
    },
  },
  answer: z.object({
    requestId: uuid,
    /** The sum of the gifts. */
    amount: shillings,
    partyA: z.string(),
    billReferenceNumber,
    shortCode: z.string(),
  }),
  message: 'Transaction registered successfully!',
  refusals: [
    'buying_stopped',
    'feature_off',
    'transaction_limit',
    'below_minimum_purchase',
    'delivery_moment_invalid',
    'account_frozen',
  ],
  rate: { perMinute: 60 },
});

export const payFromWallet = endpoint({
  method: 'POST',
  path: '/api/purchases/v1/:requestId/wallet-payment',
  audience: 'consumer',
  needsStepUp: true,
  tag: 'Payments',
  isRefusedToBlocked: true,
  summary: 'Pay a registered or canceled purchase from the own wallet, at once and without M-PESA',
  params: z.object({ requestId: uuid }),
  body: z.object({
    amount: shillings,
    billReferenceNumber,
    /** The code of `otp_required`. Not named `otp`, which proves the owner again. */
    confirmationCode: oneTimeCode.optional(),
  }),
  example: {
    params: { requestId: sample.id },
    body: { amount: 10, billReferenceNumber: sample.bill, confirmationCode: sample.otp },
  },
  answer: purchaseState,
  message: 'Paid from your wallet',
  refusals: [
    'buying_stopped',
    'feature_off',
    'not_found',
    'registration_mismatch',
    'already_paid',
    'payment_pending',
    'provider_unavailable',
    'insufficient_balance',
    'transaction_limit',
    'daily_limit',
    'withdrawal_waits',
    'phone_not_verified',
    'password_reset_needed',
    'otp_required',
    'verification_code_invalid',
    'too_many_requests',
    'wallet_waits',
    'wallet_frozen',
    'account_frozen',
  ],
  rate: { perMinute: 20 },
});
