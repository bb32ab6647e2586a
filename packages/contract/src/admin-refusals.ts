/**
 * Refusals of administrators' calls and of calls that administrators' decisions block. Part of the one table in
 * `refusals.ts`.
 */
export const adminRefusals = {
  // Administrators, and their actions on consumers' accounts
  administrator_known: { status: 409, message: 'This address already belongs to an administrator.' },
  passkey_last_required: {
    status: 409,
    message: 'Administrators need a passkey here, and this is your last one. Please add another first.',
  },
  own_passkey_missing: {
    status: 409,
    message: 'Please add a passkey to your own account first, so that you know that it works here.',
  },
  own_account: {
    status: 409,
    message: 'You cannot do this to your own account. Please ask another administrator.',
  },
  user_wallet_frozen: { status: 409, message: 'The owner has frozen this wallet already.' },
  user_phone_unproven: { status: 409, message: 'This account has no proven number to call back.' },
  user_name_unproven: {
    status: 409,
    message: 'M-PESA has never named the owner of this account, so no name can be compared.',
  },
  user_name_differs: {
    status: 409,
    message: 'The name of the new number is not the name that M-PESA gave for this account.',
  },
  user_number_taken: { status: 409, message: 'Another account has proven this number.' },
  user_contacts_running: { status: 409, message: 'The contacts of this account are being replaced already.' },
  user_frozen: { status: 409, message: 'This account is frozen already.' },
  user_not_frozen: { status: 409, message: 'This account is not frozen.' },
  contact_verified: { status: 409, message: 'There is nothing to verify here.' },
  user_wallet_not_empty: {
    status: 409,
    message: 'There is still money in this wallet. It has to be withdrawn first.',
  },
  user_payment_open: {
    status: 409,
    message: 'A payment of this account is still open. Please wait until it is finished.',
  },

  // Actions that a second administrator approves
  approval_open: { status: 409, message: 'This was already asked for. It is waiting for approval.' },
  approval_closed: { status: 409, message: 'This was decided already, or waited too long.' },
  asker_gone: {
    status: 409,
    message:
      'The administrator who asked for this may no longer decide about money. Turn it down and ask again.',
  },
  approval_outdated: {
    status: 409,
    message: 'This has changed since it was asked for. Nothing was done; please ask for it again.',
  },

  // Refunds, voids and reviews
  voucher_not_bought: {
    status: 409,
    message: 'This is possible only with a voucher that was paid for.',
  },
  voucher_bought: {
    status: 409,
    message: 'This voucher was paid for. Its value goes to the buyer, or to a new voucher.',
  },
  buyer_gone: { status: 409, message: 'This person has closed the account. The money cannot go there.' },
  purchase_not_paid: { status: 409, message: 'This purchase was not paid.' },
  purchase_not_payable: { status: 409, message: 'This money does not fit that purchase.' },
  payment_given_back: { status: 409, message: 'This payment is given back already, or on its way back.' },
  review_resolved: { status: 409, message: 'This was already resolved.' },
  money_held: { status: 409, message: 'Money waits here. Please say whose it is.' },
  payment_being_sent: {
    status: 409,
    message: 'M-PESA is being asked to make this payment right now. Please try again in a minute.',
  },
  withdrawal_not_markable: {
    status: 409,
    message:
      'Only a withdrawal that M-PESA does not answer about, or whose money was given back, can be marked.',
  },
  withdrawal_too_young: {
    status: 409,
    message:
      'M-PESA may still pay this. It can be marked as paid after an hour, and as not paid after 24 hours.',
  },
  payment_still_open: {
    status: 409,
    message:
      'The outcome of this payment is still open, so this case stays open too. Ask M-PESA, or mark the outcome.',
  },
  receipt_missing: {
    status: 409,
    message: 'M-PESA’s receipt of this payment is not known, so M-PESA cannot give it back.',
  },
  no_money_held: { status: 409, message: 'No money waits here.' },

  // Reconciliation
  statement_unreadable: { status: 422, message: 'This is not an M-PESA statement that we can read.' },
  statement_of_another_account: {
    status: 422,
    message: 'This statement is of another account or short code.',
  },
  statement_of_another_period: { status: 422, message: 'This statement does not cover the days you chose.' },
  pull_refused: {
    status: 409,
    message: 'M-PESA does not let us read this list. It has to know our nominated number.',
  },
  reconciliation_closed: { status: 409, message: 'This is settled already, or waits for approval.' },
  correction_unsuitable: { status: 409, message: 'This difference cannot be corrected in this way.' },
  suspense_too_low: {
    status: 409,
    message:
      'Suspense does not hold that much beyond what its open reviews wait for. Book it as a loss, or look at the reviews first.',
  },

  // Fraud desk
  fraud_alert_closed: { status: 409, message: 'This alert is closed already.' },
  fraud_alert_open: { status: 409, message: 'This alert is open.' },
  fraud_alert_about_you: {
    status: 409,
    message: 'This alert is about what you did. Another administrator has to look at it.',
  },
  assignee_unsuitable: { status: 409, message: 'This person cannot work on alerts.' },
  preview_too_long: {
    status: 409,
    message: 'There is too much history to try these rules on. The rules can be saved all the same.',
  },

  // Settings of the operator
  setting_changed: { status: 409, message: 'This was changed in the meantime. Please look again.' },
  setting_same: { status: 409, message: 'Nothing would change.' },
  setting_in_force: { status: 409, message: 'This is in force already. Please make a new change.' },
  effective_day_invalid: { status: 422, message: 'Please choose a day from tomorrow up to a year ahead.' },

  // Bookkeeping and invoices
  day_not_over: { status: 409, message: 'Please choose days that are over: the last one can be yesterday.' },
  accounts_unmapped: {
    status: 409,
    message: 'Some accounts of the ledger are not mapped. Please map them in Settings, Bookkeeping.',
  },
  journal_too_long: {
    status: 409,
    message: 'Xero takes at most 300 lines in one file. Please choose a shorter period.',
  },
  seller_missing: {
    status: 409,
    message: 'Please say in Settings, Invoices who issues them, and from which month on.',
  },
  etims_number_used: { status: 409, message: 'Another invoice has this eTIMS number already.' },
  wording_unsuitable: { status: 422, message: 'Please check the placeholders of this wording.' },

  // Settlements
  settlement_not_pending: { status: 409, message: 'This batch is not pending any more.' },
  settlement_not_markable: {
    status: 409,
    message: 'Only a batch that is being paid, and whose result does not come by itself, can be marked.',
  },
  merchant_suspended: { status: 409, message: 'This merchant is suspended. Its pending batches wait.' },
  merchant_unsettled: { status: 409, message: 'This merchant is not active, so nothing is settled.' },
  payout_channel_missing: { status: 409, message: 'This merchant has not chosen where to be paid yet.' },
  settlements_held: {
    status: 409,
    message:
      'A former contact of this merchant said “this was not me”. Nothing is paid out until two administrators have looked: see Approvals.',
  },
  settlements_paused: { status: 503, message: 'Pay-outs are paused for a moment. Nothing was sent.' },
  decision_open: { status: 409, message: 'This batch already waits for a second administrator.' },
  decision_missing: { status: 409, message: 'Nothing waits for a second administrator here.' },
  second_person_needed: {
    status: 409,
    message:
      'Another administrator has to confirm this; if there is none, one is made on the server: npm run admin:create.',
  },
  receipt_known: { status: 409, message: 'This reference already belongs to another payment.' },
} as const satisfies Record<string, { status: number; message: string }>;
