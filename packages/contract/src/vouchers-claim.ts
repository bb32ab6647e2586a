import { z } from 'zod';
import { passkeyCreation, newPasskey } from './passkey-options.ts';
import { endpoint } from './endpoint.ts';
import { sample } from './example-values.ts';
import { claimToken } from './link-tokens.ts';
import { email, language, newPassword, oneTimeCode, opaqueToken } from './text.ts';
import { personName, refineNames } from './names.ts';
import { deviceToken, signedIn } from './users.ts';
import { claimVoucher } from './vouchers.ts';

const ofNewPeople = { method: 'POST', audience: 'anyone', tag: 'Vouchers' } as const;

/** Refusals if a gift cannot be added to any wallet. */
const giftRefusals = [
  'voucher_not_found',
  'voucher_not_yet_delivered',
  'voucher_not_claimable',
  'voucher_used',
  'voucher_claimed',
  'voucher_expired',
  'voucher_held',
  'voucher_void',
] as const;

export const sendClaimCode = endpoint({
  ...ofNewPeople,
  path: '/api/vouchers/v1/claim/code',
  isRefusedToBlocked: true,
  summary: 'Send a code by SMS to the phone number of a gift; a second request right after sends nothing',
  body: z.object({
    claimToken,
    /** Language of the SMS. */
    language: language.default('en'),
  }),
  example: { body: { claimToken: sample.token } },
  answer: z.object({
    /** Covered number, such as `07•• ••• 002`: a person who has the link must not learn the whole number. */
    phone: z.string(),
    nextCodeInSeconds: z.number().int().nonnegative(),
  }),
  message: 'Code sent to your phone',
  refusals: ['claiming_stopped', ...giftRefusals, 'too_many_requests'],
  rate: { perMinute: 300, guesses: 60, token: { field: 'claimToken', perMinute: 30 } },
});

export const checkClaimCode = endpoint({
  ...ofNewPeople,
  path: '/api/vouchers/v1/claim/check',
  summary: 'Prove the number of a gift with the code; only this reveals whether the number has an account',
  body: z.object({ claimToken, otp: oneTimeCode }),
  example: { body: { claimToken: sample.token, otp: sample.otp } },
  answer: z.object({
    /** Token that replaces the correct code for half an hour, until the token is used or another code is requested. */
    proof: opaqueToken,
    recipientName: z.string(),
  }),
  message: 'Phone verified',
  refusals: [...giftRefusals, 'verification_code_invalid', 'number_has_account', 'too_many_requests'],
  rate: { perMinute: 300, guesses: 60, token: { field: 'claimToken', perMinute: 30 } },
});

export const startClaimPasskey = endpoint({
  ...ofNewPeople,
  path: '/api/vouchers/v1/claim/passkey',
  summary:
    "Get the options with which a browser makes the new account's first passkey; valid for five minutes",
  body: z.object({ proof: opaqueToken }),
  example: { body: { proof: sample.token } },
  answer: z.object({
    options: passkeyCreation,
    /** Origin of the pages where passkeys work; browsers refuse them at an IP address. */
    origin: z.string(),
  }),
  refusals: ['voucher_not_found', 'claim_proof_expired', 'passkeys_unavailable', 'too_many_requests'],
  rate: { perMinute: 300, guesses: 30, token: { field: 'proof', perMinute: 30 } },
});

export const claimAsNewPerson = endpoint({
  ...ofNewPeople,
  path: '/api/vouchers/v1/claim/new-person',
  isRefusedToBlocked: true,
  summary:
    'Create a consumer account for the proven number and move the gift into its wallet, both or neither',
  bindsSession: true,
  body: z
    .object({
      proof: opaqueToken,
      firstName: personName,
      lastName: personName,
      /**
       * Email address of the new account. An address that already has an account gets the same answer. Without an
       * address, the account signs in by its phone number or passkey.
       */
      email: email.optional(),
      password: newPassword.optional(),
      /** A passkey in place of the password. */
      passkey: newPasskey.optional(),
      /** Language of our messages to this user. */
      language: language.default('en'),
      deviceToken: deviceToken.optional(),
    })
    .refine(({ password, passkey }) => (password === undefined) !== (passkey === undefined), {
      error: 'Please choose how you sign in',
      path: ['password'],
    })
    .superRefine(refineNames),
  example: {
    body: {
      proof: sample.token,
      firstName: 'Kip',
      lastName: 'Rotich',
      email: sample.email,
      password: sample.newPassword,
    },
  },
  answer: signedIn.extend(claimVoucher.answer.shape),
  message: 'Added to your wallet',
  refusals: [
    'claiming_stopped',
    ...giftRefusals,
    'claim_proof_expired',
    'verification_code_invalid',
    'number_has_account',
    'claim_not_yours',
    'wallet_limit',
    'account_frozen',
    'password_common',
    'password_personal',
    'passkey_invalid',
    'passkey_known',
    'passkeys_unavailable',
    'invalid_credentials',
    'too_many_requests',
    'overloaded',
  ],
  rate: { perMinute: 300, guesses: 30, token: { field: 'proof', perMinute: 10 } },
});
