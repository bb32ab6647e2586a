import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { nothing } from './envelope.ts';
import { sample } from './example-values.ts';
import { linkToken } from './link-tokens.ts';
import { msisdn, oneTimeCode, presentedPassword } from './text.ts';
import { walletFreeze } from './users.ts';

const ofAccount = { audience: 'consumer', method: 'POST', tag: 'Wallet freeze' } as const;

/** The wallet's freeze after this request; null if the wallet is not frozen. */
const answer = z.object({ walletFreeze: walletFreeze.nullable() });

export const freezeWallet = endpoint({
  ...ofAccount,
  path: '/api/wallet-freeze/v1/freeze',
  summary:
    'Freeze the own wallet: no money leaves it, it still accepts gifts, and payments in flight finish. A second call cancels an opening',
  body: nothing,
  answer,
  message: 'Your wallet is frozen',
  refusals: [],
  rate: { perMinute: 10 },
});

export const sendOpeningCode = endpoint({
  ...ofAccount,
  path: '/api/wallet-freeze/v1/code',
  summary: 'Send the code that opens a frozen wallet to the second proven contact',
  body: nothing,
  answer: z.object({
    /** The contact that the code was sent to, masked. */
    sentTo: z.string(),
  }),
  message: 'Code sent',
  refusals: ['wallet_not_frozen', 'wallet_held_by_support', 'second_contact_missing', 'too_many_requests'],
  rate: { perMinute: 10 },
});

export const openWallet = endpoint({
  ...ofAccount,
  path: '/api/wallet-freeze/v1/open',
  summary: 'Open a frozen wallet at once, with the password and the code sent to the second proven contact',
  body: z.object({ password: presentedPassword, otp: oneTimeCode }),
  example: { body: { password: sample.password, otp: sample.otp } },
  answer,
  message: 'Your wallet is open',
  refusals: [
    'wallet_not_frozen',
    'wallet_held_by_support',
    'second_contact_missing',
    'password_wrong',
    'password_reset_needed',
    'verification_code_invalid',
    'too_many_requests',
    'overloaded',
  ],
  rate: { perMinute: 10 },
});

export const openWalletLater = endpoint({
  ...ofAccount,
  path: '/api/wallet-freeze/v1/open-later',
  summary: 'Schedule a frozen wallet to open in 24 hours; every proven contact and device is notified',
  body: nothing,
  answer,
  message: 'Your wallet opens in 24 hours',
  refusals: ['wallet_not_frozen', 'wallet_held_by_support', 'too_many_requests'],
  rate: { perMinute: 10 },
});

export const sendFreezeCode = endpoint({
  method: 'POST',
  path: '/api/auth/v1/freeze/code',
  audience: 'anyone',
  tag: 'Wallet freeze',
  summary:
    'Send a code by SMS that freezes the wallet, if the number is proven; the answer is the same for every number',
  body: z.object({ phone: msisdn }),
  example: { body: { phone: sample.msisdn } },
  answer: nothing,
  message: 'Code sent to your phone',
  refusals: ['too_many_requests'],
  rate: { perMinute: 60, guesses: 'none' },
});

export const freezeByPhone = endpoint({
  method: 'POST',
  path: '/api/auth/v1/freeze',
  audience: 'anyone',
  tag: 'Wallet freeze',
  summary: 'Freeze a wallet with the code from the SMS; ends every session, and gives no access',
  body: z.object({ phone: msisdn, otp: oneTimeCode }),
  example: { body: { phone: sample.msisdn, otp: sample.otp } },
  answer: nothing,
  message: 'Your wallet is frozen',
  refusals: ['verification_code_invalid', 'reset_link_only', 'too_many_requests', 'overloaded'],
  rate: { perMinute: 120, guesses: 30 },
});

/** The link is in our messages about password resets, pay-outs and scheduled openings. It works once. */
export const freezeByLink = endpoint({
  method: 'POST',
  path: '/api/auth/v1/freeze/not-me',
  audience: 'anyone',
  tag: 'Wallet freeze',
  summary:
    'Report an action that the user did not take: freezes the wallet, ends every session, and disables the password until it is reset; gives no access',
  body: z.object({ token: linkToken }),
  example: { body: { token: sample.token } },
  answer: nothing,
  message: 'Your wallet is frozen',
  refusals: ['verification_link_invalid', 'too_many_requests'],
  rate: { perMinute: 300, guesses: 30, token: { field: 'token', perMinute: 30 } },
});
