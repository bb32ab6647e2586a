/** Refusals of calls that use or change a voucher or gift. `refusals.ts` adds them to its table. */
export const voucherRefusals = {
  voucher_not_found: { status: 404, message: 'We do not know this voucher.' },
  voucher_code_mistyped: {
    status: 404,
    message: 'This code has a typing mistake. Please compare it again.',
  },
  voucher_expired: { status: 409, message: 'This voucher has expired.' },
  voucher_used: { status: 409, message: 'This voucher is already used up.' },
  voucher_claimed: { status: 409, message: 'This voucher was added to a wallet.' },
  voucher_void: { status: 409, message: 'This voucher is no longer valid.' },
  voucher_frozen: {
    status: 409,
    message: 'This voucher cannot be used now. Please ask Zawadi support why.',
  },
  voucher_held: {
    status: 409,
    message:
      'A shop has reserved money on this voucher for an order. You can spend it again if the shop releases it.',
  },
  voucher_not_yet_delivered: {
    status: 409,
    message: 'This gift has not been sent yet. Please wait until its day.',
  },
  insufficient_voucher_balance: {
    status: 409,
    message: 'The amount is more than the voucher has left. Please enter a smaller amount.',
  },
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
    message: 'This number already has a Zawadi account. Sign in to add the gift to its wallet.',
  },
  claim_proof_expired: {
    status: 409,
    message: 'Your code has expired. Please ask for a new one.',
  },
  wallet_limit: { status: 409, message: 'Your wallet cannot hold more than KES 500,000.' },
  voucher_opened: { status: 409, message: 'This gift has already been opened, so it cannot be changed.' },
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
  gift_sent: { status: 409, message: 'This gift has already been sent. It can no longer be changed.' },
  gift_cancelled: { status: 409, message: 'This gift was cancelled. The money goes back to you.' },
  cancellations_exhausted: {
    status: 409,
    message: 'You can cancel three gifts a day. Please try again tomorrow.',
  },
  photo_gift_too_small: { status: 409, message: 'A photo goes with gifts from KES 200.' },
  already_thanked: { status: 409, message: 'You have already said thanks for this gift.' },
  delivery_moment_invalid: { status: 422, message: 'Please choose an hour within the next year.' },
  voucher_not_redeemable_here: {
    status: 409,
    message: 'This voucher can be spent only in the shop that made it.',
  },
  voucher_not_claimable: {
    status: 409,
    message: 'This voucher works only in the shop that made it. It cannot be added to a wallet.',
  },
  expiry_not_later: {
    status: 422,
    message: 'The voucher is already valid until then. Please choose a later day.',
  },
  expiry_moment_invalid: { status: 422, message: 'Please choose a time within the next 24 months.' },
  voucher_not_made_here: {
    status: 409,
    message: 'You did not make this voucher. You can send again or void only vouchers that you made.',
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
  hold_not_open: { status: 409, message: 'This hold was already captured or released.' },
  hold_expired: { status: 409, message: 'This hold has expired. Its value is back on the voucher.' },
  hold_moment_invalid: { status: 422, message: 'Please choose a time within the next seven days.' },
  capture_exceeds_hold: { status: 409, message: 'The amount exceeds the hold. Please capture less.' },
  insufficient_merchant_balance: {
    status: 409,
    message: 'Your balance with Zawadi is too low for this. Please try again after your next sales.',
  },
  reversal_too_late: {
    status: 409,
    message:
      'You can reverse a redemption only on the day it was made. Please settle with the customer in another way.',
  },
  reversals_exhausted: {
    status: 409,
    message:
      'Three redemptions of this voucher were already reversed here today. Please settle this one with the customer, or write to support.',
  },
  bill_too_small: {
    status: 409,
    message: 'The bill is not more than what the voucher paid. Please check it.',
  },
  bill_receipt_missing: { status: 422, message: 'Please enter the receipt of the M-PESA message.' },
} as const;
