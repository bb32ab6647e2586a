/**
 * Refusals about unverified contacts, and of actions that must wait for a contact to be verified. `refusals.ts` adds
 * them to its table.
 */
export const contactRefusals = {
  verification_code_invalid: { status: 409, message: 'Invalid verification code' },
  reset_link_only: {
    status: 409,
    message:
      'There were too many wrong codes today. Please open the link in our message instead, or ask for a new message.',
  },
  reset_needs_email: {
    status: 409,
    message:
      'We cannot reset your password with this number now: its SIM card was changed recently, or it was not used here for a long time. Please use your email, or write to support.',
  },
  sim_not_checked: {
    status: 503,
    message:
      'We could not check your SIM card. Please try again in a minute, or reset your password by email.',
  },
  verification_link_invalid: { status: 409, message: 'This link has expired or was already used.' },
  email_has_account: {
    status: 409,
    message: 'Another account has this address. Sign in there, or add another address in your profile.',
  },
  phone_has_account: {
    status: 409,
    message:
      'Another account has this number and no email. Sign in there with the number and add an email, or use another number here.',
  },
  phone_already_verified: { status: 409, message: 'This phone number is already verified.' },
  phone_not_given: { status: 409, message: 'Please add your phone number in your profile first.' },
  phone_not_verified: { status: 409, message: 'Please verify your phone number first.' },
  otp_required: { status: 409, message: 'Enter the code we have sent you to continue.' },
  otp_unavailable: {
    status: 409,
    message: 'For your safety, you can do this 24 hours after your phone or password was changed.',
  },
  wallet_waits: {
    status: 409,
    message: 'For your safety, money can leave your wallet 24 hours after you set a new password.',
  },
  wallet_frozen: {
    status: 409,
    message: 'Your wallet is frozen, so no money leaves it. Open it again in your profile.',
  },
  wallet_not_frozen: { status: 409, message: 'Your wallet is already open.' },
  wallet_held_by_support: {
    status: 409,
    message:
      'Our support is replacing the contacts of your account. If you did not ask for this, use the link in our message.',
  },
  second_contact_missing: {
    status: 409,
    message:
      'You had no second verified contact when your wallet was frozen. Ask to open it: it opens 24 hours later.',
  },
} as const;
