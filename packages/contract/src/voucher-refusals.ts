/** Refusals of calls that use or change a voucher or a gift. Part of the one table in `refusals.ts`. */
export const voucherRefusals = {
  voucher_not_found: { status: 404, message: 'We do not know this voucher.' },
  voucher_code_mistyped: {
    status: 404,
    message: 'This is not quite the code. Please compare it once more.',
  },
  voucher_expired: { status: 409, message: 'This voucher has expired.' },
  voucher_used: { status: 409, message: 'This voucher is already used up.' },
  voucher_claimed: { status: 409, message: 'This voucher was added to a wallet.' },
  voucher_void: { status: 409, message: 'This voucher is no longer valid.' },
  voucher_frozen: {
    status: 409,
    message: 'This voucher cannot be used now. Zawadi support can say why.',
  },
  voucher_held: {
    status: 409,
    message:
      'A shop has reserved value of this voucher for an order. It is free again if the shop releases it.',
  },
  voucher_not_yet_delivered: { status: 409, message: 'This voucher has not been delivered yet.' },
  insufficient_voucher_balance: { status: 409, message: 'The voucher has less than this left.' },
  claim_not_yours: {
    status: 409,
    message:
      'This gift was sent to another phone number or email address. Sign in with that one, or spend the code at a shop.',
  },
  claim_not_verified: {
    status: 409,
    message: 'Please verify the phone number or email address this gift was sent to.',
  },
  number_has_account: {
    status: 409,
    message: 'This number has a Zawadi account already. Sign in to add the gift to its wallet.',
  },
  claim_proof_expired: {
    status: 409,
    message: 'Too much time has passed since your code. Please ask for a new one.',
  },
  wallet_limit: { status: 409, message: 'Your wallet cannot hold more than KES 500,000.' },
  voucher_opened: { status: 409, message: 'This gift was already opened.' },
  resend_too_soon: { status: 429, message: 'This gift was sent a moment ago. Please wait a few minutes.' },
  resends_exhausted: { status: 409, message: 'This gift cannot be sent again.' },
  correction_too_late: {
    status: 409,
    message: 'This gift was sent more than 24 hours ago. Support can still send it to the right person.',
  },
  corrections_exhausted: {
    status: 409,
    message: 'This gift can no longer be corrected. Please contact support.',
  },
  gift_sent: { status: 409, message: 'This gift is sent already. It can no longer be changed.' },
  gift_cancelled: { status: 409, message: 'This gift was cancelled. The money goes back to you.' },
  cancellations_exhausted: {
    status: 409,
    message: 'You can cancel three gifts a day. Please try again tomorrow.',
  },
  already_thanked: { status: 409, message: 'You have already said thanks for this gift.' },
  delivery_moment_invalid: { status: 422, message: 'Please choose an hour from now up to a year ahead.' },
  voucher_not_redeemable_here: {
    status: 409,
    message: 'This voucher can be spent only in the shop that gave it.',
  },
  voucher_not_claimable: {
    status: 409,
    message: 'This voucher is spent in the shop that gave it. It cannot be added to a wallet.',
  },
  expiry_not_later: {
    status: 422,
    message: 'The voucher is valid until then already. Please choose a later day.',
  },
  expiry_moment_invalid: { status: 422, message: 'Please choose a moment from now up to 24 months ahead.' },
  voucher_not_made_here: {
    status: 409,
    message: 'You have not made this voucher. Only vouchers that you made can be sent again or voided.',
  },
  voucher_without_address: {
    status: 409,
    message: 'This voucher has no phone number and no email address to send it to.',
  },
  transaction_not_found: { status: 404, message: 'We do not know this transaction.' },
  event_not_found: { status: 404, message: 'We do not know this event.' },
  settlement_not_found: { status: 404, message: 'We do not know this settlement.' },
  redemption_not_found: { status: 404, message: 'We do not know this redemption.' },
  hold_not_found: { status: 404, message: 'We do not know this hold.' },
  hold_not_open: { status: 409, message: 'This hold was captured or released already.' },
  hold_expired: { status: 409, message: 'This hold has expired. Its value is on the voucher again.' },
  hold_moment_invalid: { status: 422, message: 'Please choose a moment from now up to seven days ahead.' },
  capture_exceeds_hold: { status: 409, message: 'Less than this is held.' },
  insufficient_merchant_balance: { status: 409, message: 'Your balance with Zawadi is too low for this.' },
  reversal_too_late: { status: 409, message: 'A redemption can only be reversed on the day it was made.' },
  reversals_exhausted: {
    status: 409,
    message:
      'Three redemptions of this voucher were already reversed here today. Please settle this one with the customer, or write to support.',
  },
} as const;
