import { adminRefusals } from './admin-refusals.ts';
import { contactRefusals } from './contact-refusals.ts';
import { placeRefusals } from './place-refusals.ts';
import { suggestedSentences } from './stops-sentences.ts';
import { voucherRefusals } from './voucher-refusals.ts';

/** Every expected refusal: its stable code, its HTTP status and the sentence that the person reads. */
export const refusals = {
  // The request itself
  invalid_json: { status: 400, message: 'We could not read this request. Please try again.' },
  repeated_field: {
    status: 400,
    message: 'A field appears more than once. Please send each field once.',
  },
  unsupported_media_type: { status: 415, message: 'Please send this request as JSON.' },
  idempotency_key_missing: { status: 400, message: 'Please send the Idempotency-Key header.' },
  not_found: { status: 404, message: 'We could not find what you asked for.' },
  method_not_allowed: { status: 405, message: 'This address does not take this kind of request.' },
  body_too_large: { status: 413, message: 'This is too large to send.' },
  validation_failed: { status: 422, message: 'Please check the highlighted fields.' },
  unknown_field: { status: 422, message: 'This request has a field that we do not know.' },
  idempotency_key_reused: {
    status: 422,
    message: 'This Idempotency-Key was used with another request. Please use a new key.',
  },
  idempotency_key_in_use: {
    status: 409,
    message: 'The first request with this Idempotency-Key is still running. Please try again in a moment.',
  },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  too_many_letters: {
    status: 429,
    message:
      'You have sent us many letters. We read and answer each of them. Please wait a while before you write again.',
  },
  overloaded: { status: 503, message: 'We are very busy. Please try again in a few seconds.' },
  closed_after_restore: {
    status: 503,
    message: 'We are checking our records after a fault. Your money is safe. Please try again later.',
  },
  exports_running: {
    status: 429,
    message: 'We are already making two files for you. Please wait until one of them is saved.',
  },

  // Authentication
  unauthenticated: { status: 401, message: 'Please sign in to continue.' },
  invalid_credentials: { status: 401, message: 'Login failed. Please check your credentials and try again.' },
  temporary_password_expired: {
    status: 401,
    message:
      'This temporary password has expired: it works for three days. Choose “Forgot password?” to set your own, or ask for a new one.',
  },
  otp_invalid: { status: 401, message: 'Invalid verification code' },
  // Same code as `otp_required` below, but with status 401: there is no session yet.
  two_factor_required: {
    status: 401,
    code: 'otp_required',
    message: 'Enter the code from your authenticator app, or a recovery code.',
  },
  passkey_refused: {
    status: 401,
    message:
      'This passkey does not belong to an account here. Please try again, or sign in with your password.',
  },
  session_expired: { status: 401, message: 'Your session has ended. Please sign in again.' },
  session_idle: {
    status: 401,
    message: 'You were signed out after 30 minutes without activity. Please sign in again.',
  },
  // RFC 9449: this answer carries a nonce. The server accepts the same call with a proof that contains the nonce.
  use_dpop_nonce: { status: 401, message: 'Please try again.' },
  invalid_dpop_proof: {
    status: 401,
    message: 'We could not confirm which device sent this request. Please try again.',
  },
  device_key_needed: {
    status: 401,
    message: 'This browser’s sign-in can no longer be confirmed. Please sign in again.',
  },
  forbidden: { status: 403, message: 'You don’t have permission to do this.' },
  not_available_here: {
    status: 403,
    message: 'We can’t do this for you right now. Please contact support.',
  },
  account_frozen: { status: 403, message: 'Your account is frozen. Please contact support.' },
  merchant_not_active: {
    status: 403,
    message: 'This merchant account is not active. Please write to Zawadi support.',
  },
  address_not_allowed: {
    status: 403,
    message: 'This API key cannot be used from this address. The owner can add the address under API Access.',
  },
  key_not_allowed: { status: 403, message: 'This API key does not have permission to do this.' },
  must_change_password: { status: 409, message: 'Please change your password first.' },
  two_factor_enrolment_required: {
    status: 409,
    message: 'Please set up two-factor authentication first. Administrators cannot work without it.',
  },
  passkey_enrolment_required: {
    status: 409,
    message: 'Please add a passkey first. Administrators cannot work without one here.',
  },

  step_up_required: { status: 409, message: 'Please confirm that it is you to continue.' },
  // Not 401 as at the sign-in: with a session, a browser would answer 401 by renewing the session.
  passkey_wrong: {
    status: 409,
    message: 'This passkey could not confirm that it is you. Please try again, or use a code.',
  },

  ...contactRefusals,

  // The account
  password_required: { status: 409, message: 'Enter your current password to continue.' },
  password_wrong: { status: 409, message: 'That is not your current password. Please try again.' },
  password_reset_needed: {
    status: 409,
    message: 'For your safety, first set a new password with “Forgot password?”.',
  },
  password_common: {
    status: 422,
    message: 'This password is too common. Please choose a few words in a row.',
  },
  password_personal: {
    status: 422,
    message: 'This password uses a name, an address or a word known about you. Please choose other words.',
  },
  password_unchanged: { status: 409, message: 'Please choose a password other than your current one.' },
  two_factor_on: { status: 409, message: 'Two-factor authentication is already on.' },
  two_factor_off: { status: 409, message: 'Two-factor authentication is not on.' },
  two_factor_not_started: { status: 409, message: 'Please scan the code with your authenticator app first.' },
  passkey_invalid: { status: 409, message: 'This passkey could not be added. Please try again.' },
  passkey_known: { status: 409, message: 'You have already added this passkey.' },
  passkeys_full: {
    status: 409,
    message: 'You have ten passkeys, the most an account can have. Please remove one first.',
  },
  passkeys_unavailable: {
    status: 409,
    message: 'Passkeys do not work here, because this site has no host name.',
  },
  logo_not_fetched: {
    status: 422,
    message: 'We could not fetch the logo. Please check its address, or leave it empty.',
  },
  picture_unreadable: { status: 422, message: 'We could not read this picture. Please choose another.' },
  wallet_not_empty: { status: 409, message: 'Please withdraw what is in your wallet first.' },
  payment_open: {
    status: 409,
    message: 'One of your payments is still open. Please wait until it is finished.',
  },

  // Merchants and their staff
  handle_taken: { status: 409, message: 'One of your staff already has this sign-in name.' },
  staff_full: {
    status: 409,
    message: 'Your shop has the largest number of staff accounts that is possible.',
  },

  push_address_refused: { status: 422, message: 'We cannot reach this browser’s push service.' },

  // Purchases
  already_paid: { status: 409, message: 'This gift is already paid.' },
  registration_mismatch: { status: 422, message: 'The payment details have changed. Please start again.' },
  payment_pending: { status: 409, message: 'Payment status not completed' },
  payment_canceled: { status: 409, message: 'Payment status not completed' },
  prompt_open: {
    status: 409,
    message: 'This phone already has an open M-PESA prompt. Please answer it first.',
  },
  prompt_repeated: {
    status: 409,
    message: 'M-PESA refuses the same amount to the same phone within 2 minutes. Please wait a moment.',
  },
  prompts_exhausted: {
    status: 429,
    message: 'This number cannot get more prompts today. Please use your own number, or try again tomorrow.',
  },
  provider_unavailable: {
    status: 503,
    message: 'M-PESA is not answering right now. Nothing was charged. Please try again.',
  },
  payment_rejected: { status: 409, message: 'Failed to initiate payment' },
  below_minimum_purchase: {
    status: 409,
    message: 'This amount is below the smallest gift. Please enter a larger amount.',
  },
  transaction_limit: { status: 409, message: 'This is above the limit for one transaction.' },
  daily_limit: { status: 409, message: 'This would exceed your daily limit.' },
  withdrawal_waits: {
    status: 409,
    message: 'For your safety, a new account can withdraw only part of its money in its first days.',
  },

  ...voucherRefusals,

  // The wallet and its history
  period_reversed: { status: 422, message: 'The last day cannot be before the first day.' },
  period_invalid: { status: 422, message: 'Please choose a period of at most one year.' },
  give_up_too_much: { status: 409, message: 'You can withdraw this amount to M-PESA instead.' },
  balance_changed: { status: 409, message: 'Your balance has changed. Please check it and try again.' },

  // Features that an administrator switches on and off
  feature_off: { status: 409, message: 'This is not available yet. Please try again later.' },
  card_provider_missing: {
    status: 409,
    message: 'Card payment cannot be switched on: no card provider is configured.',
  },

  // Stops by administrators. The message is the sentence of the stop; this one is the fallback.
  buying_stopped: { status: 503, message: suggestedSentences.buying.en },
  claiming_stopped: { status: 503, message: suggestedSentences.claiming.en },
  redeeming_stopped: { status: 503, message: suggestedSentences.redeeming.en },
  withdrawing_stopped: { status: 503, message: suggestedSentences.withdrawing.en },
  settling_stopped: { status: 503, message: suggestedSentences.settling.en },

  // Merchants
  address_list_empty: { status: 422, message: 'Please add an address before you switch the list on.' },
  ...placeRefusals,

  adjustment_mismatch: { status: 409, message: 'This adjustment was already made with different details.' },

  // Withdrawals
  insufficient_balance: { status: 409, message: 'Insufficient wallet balance' },
  below_minimum_withdrawal: { status: 409, message: 'Minimum withdrawal amount is KES 10' },
  withdrawals_paused: {
    status: 503,
    message: 'Withdrawals are paused for now. Your money is safe in your wallet. Please try again later.',
  },
  withdrawal_canceled: {
    status: 409,
    message: 'This withdrawal did not go through. The money is in your wallet.',
  },

  // Webhooks
  webhook_addresses_full: {
    status: 409,
    message: 'You have five webhook addresses. Please remove one first.',
  },
  webhook_not_set: { status: 409, message: 'Please save a webhook address first.' },
  webhook_switched_off: {
    status: 409,
    message: 'Your webhook is switched off. Save its address again to switch it on.',
  },

  ...adminRefusals,

  sandbox_only: { status: 409, message: 'This is possible in the sandbox only.' },
} as const satisfies Record<string, { status: number; message: string; code?: string }>;

export type RefusalCode = keyof typeof refusals;

/** The answer to a client after an unexpected failure. */
export const fault = { code: 'internal_error', status: 500, message: 'Something went wrong' } as const;
