/**
 * Refusals of administrators' calls, and of calls that an administrator's decision blocks. `refusals.ts` adds them to
 * its table.
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
    message: 'Please add a passkey to your own account first, to be sure that it works here.',
  },
  own_account: {
    status: 409,
    message: 'You cannot do this to your own account. Please ask another administrator.',
  },
  already_blocked: { status: 409, message: 'The block list has this already, or a request for it waits.' },
  blocks_yourself: {
    status: 409,
    message: 'This would block the network that you are using now. Please check the address.',
  },
  block_not_active: { status: 409, message: 'This entry blocks nothing any more.' },
  user_wallet_frozen: { status: 409, message: 'The owner has already frozen this wallet.' },
  user_phone_unproven: { status: 409, message: 'This account has no verified phone number to call back.' },
  user_name_unproven: {
    status: 409,
    message: 'M-PESA has never named the owner of this account, so no name can be compared.',
  },
  user_name_differs: {
    status: 409,
    message: 'The name of the new number is not the name that M-PESA gave for this account.',
  },
  user_number_taken: { status: 409, message: 'Another account has verified this number.' },
  user_contacts_running: { status: 409, message: 'The contacts of this account are already being replaced.' },
  user_frozen: { status: 409, message: 'This account is already frozen.' },
  user_not_frozen: { status: 409, message: 'This account is not frozen.' },
  contact_verified: { status: 409, message: 'There is nothing to verify here.' },
  user_wallet_not_empty: {
    status: 409,
    message: 'There is still money in this wallet. The owner must withdraw it first.',
  },
  user_payment_open: {
    status: 409,
    message: 'A payment of this account is still open. Please wait until it is finished.',
  },

  // Actions that a second administrator approves
  approval_open: { status: 409, message: 'There is already a request for this. It is waiting for approval.' },
  approval_closed: { status: 409, message: 'This request is already decided, or it has expired.' },
  requester_ineligible: {
    status: 409,
    message: 'The requester may no longer decide about money. Reject this request, then request it again.',
  },
  approval_outdated: {
    status: 409,
    message: 'This has changed since the request. Nothing was done. Please request it again.',
  },

  // Refunds, voids and reviews
  voucher_not_bought: {
    status: 409,
    message: 'This is possible only for a paid voucher.',
  },
  voucher_bought: {
    status: 409,
    message: 'A buyer paid for this voucher. Its value goes back to the buyer, or to a new voucher.',
  },
  buyer_gone: { status: 409, message: 'This person has closed their account, so the money cannot go there.' },
  purchase_not_paid: { status: 409, message: 'This purchase was not paid.' },
  purchase_not_payable: { status: 409, message: 'This money does not match that purchase.' },
  payment_given_back: {
    status: 409,
    message: 'We have already given this payment back, or it is on its way back.',
  },
  review_resolved: { status: 409, message: 'This case is already resolved.' },
  photo_undecided: {
    status: 409,
    message: 'Please decide about the photo: remove it, or show it again.',
  },
  money_held: { status: 409, message: 'This case holds money. Please choose who gets it.' },
  payment_being_sent: {
    status: 409,
    message: 'We are sending this payment to M-PESA right now. Please try again in a minute.',
  },
  withdrawal_not_markable: {
    status: 409,
    message:
      'You can mark a withdrawal only if M-PESA does not answer about it, or if its money was given back.',
  },
  withdrawal_too_young: {
    status: 409,
    message:
      'M-PESA may still pay this. You can mark it as paid after an hour, and as not paid after 24 hours.',
  },
  payment_still_open: {
    status: 409,
    message:
      'The outcome of this payment is not known yet, so this case stays open. Ask M-PESA, or mark the outcome.',
  },
  receipt_missing: {
    status: 409,
    message: 'We do not know M-PESA’s receipt for this payment, so M-PESA cannot give it back.',
  },
  no_money_held: { status: 409, message: 'This case holds no money.' },

  // Reconciliation
  statement_unreadable: { status: 422, message: 'This is not a statement that we can read.' },
  statement_columns_unknown: {
    status: 422,
    message: 'We do not recognise the columns of this statement. Please choose them.',
  },
  statement_of_another_account: {
    status: 422,
    message: 'This statement belongs to another account or short code.',
  },
  statement_of_another_period: { status: 422, message: 'This statement does not cover the days you chose.' },
  pull_refused: {
    status: 409,
    message: 'M-PESA does not let us read this list. Please register our nominated number with M-PESA first.',
  },
  reconciliation_closed: {
    status: 409,
    message: 'This item is already settled, or it is waiting for approval.',
  },
  correction_unsuitable: {
    status: 409,
    message: 'This difference cannot be corrected in this way. Please choose another correction.',
  },
  suspense_too_low: {
    status: 409,
    message:
      'Suspense holds too little beyond what its open reviews wait for. Book this as a loss, or resolve the reviews first.',
  },

  // Fraud desk
  letter_answered: { status: 409, message: 'This letter is already answered.' },
  fraud_alert_closed: { status: 409, message: 'This alert is already closed.' },
  fraud_alert_open: { status: 409, message: 'This alert is open.' },
  fraud_alert_about_you: {
    status: 409,
    message: 'This alert is about what you did. Another administrator must look at it.',
  },
  assignee_unsuitable: { status: 409, message: 'This person cannot work on alerts.' },
  fraud_case_exists: { status: 409, message: 'There is already an open case about this person or shop.' },
  fraud_case_about_you: {
    status: 409,
    message: 'You cannot open a case about yourself. Another administrator must do it.',
  },
  fraud_case_closed: { status: 409, message: 'This case is closed. Reopen it first.' },
  fraud_case_open: { status: 409, message: 'This case is open.' },
  filed_later: { status: 422, message: 'Please choose today or an earlier day.' },
  preview_too_long: {
    status: 409,
    message: 'There is too much history to preview these rules. You can still save them.',
  },

  // Settings of the operator
  setting_changed: {
    status: 409,
    message: 'Another administrator has just changed this. Please check it and try again.',
  },
  setting_same: { status: 409, message: 'These are already the current values, so nothing would change.' },
  setting_in_force: { status: 409, message: 'This change is already in force. Please make a new one.' },
  effective_day_invalid: { status: 422, message: 'Please choose a day from tomorrow to one year from now.' },

  // Bookkeeping and invoices
  day_not_over: { status: 409, message: 'Please choose past days only: yesterday can be the last one.' },
  accounts_unmapped: {
    status: 409,
    message: 'Some accounts of the ledger are not mapped. Please map them in Settings → Bookkeeping.',
  },
  journal_too_long: {
    status: 409,
    message: 'Xero takes at most 300 lines in one file. Please choose a shorter period.',
  },
  seller_missing: {
    status: 409,
    message: 'Please choose in Settings → Invoices who issues invoices, and from which month.',
  },
  etims_number_used: { status: 409, message: 'Another invoice already has this eTIMS number.' },
  view_name_used: {
    status: 409,
    message: 'You have a view with this name already. Please choose another name.',
  },
  views_full: { status: 409, message: 'You have 50 views of this list. Please delete one first.' },
  wording_unsuitable: { status: 422, message: 'Please check the placeholders of this wording.' },

  // Settlements
  settlement_not_pending: { status: 409, message: 'This batch is no longer pending.' },
  settlement_not_markable: {
    status: 409,
    message: 'You can mark only a batch that is being paid and whose result does not arrive automatically.',
  },
  merchant_suspended: { status: 409, message: 'This merchant is suspended. Its pending batches wait.' },
  merchant_unsettled: { status: 409, message: 'This merchant waits for approval, so nothing is settled.' },
  payout_channel_missing: { status: 409, message: 'This merchant has not chosen where to be paid yet.' },
  settlements_held: {
    status: 409,
    message:
      'A former contact of this merchant said “this was not me”. Nothing is paid out until two administrators have checked. See Approvals.',
  },
  settlements_paused: {
    status: 503,
    message: 'Pay-outs are paused for now. Nothing was sent. Please try again later.',
  },
  bank_file_empty: { status: 409, message: 'No approved batch waits for a bank file.' },
  already_stopped: { status: 409, message: 'This is stopped already.' },
  stop_ended: { status: 409, message: 'This stop has ended already.' },
  decision_open: { status: 409, message: 'This batch is already waiting for a second administrator.' },
  decision_missing: { status: 409, message: 'Nothing waits for a second administrator here.' },
  second_person_needed: {
    status: 409,
    message:
      'Another administrator must confirm this. If there is none, create one on the server: npm run admin:create.',
  },
  merchant_gone: { status: 409, message: 'This merchant is closed, so the money cannot go there.' },
  receipt_needed: { status: 422, message: 'Please enter M-PESA’s receipt of this movement.' },
  balance_too_low: { status: 409, message: 'The account does not have this much money.' },
  document_missing: { status: 409, message: 'Please upload the document again. We do not have it any more.' },
  document_unreadable: { status: 422, message: 'Please choose a PDF, a JPEG or a PNG file.' },
  document_taken: { status: 409, message: 'This document was already uploaded with other content.' },
  credit_not_returnable: {
    status: 409,
    message:
      'Only goodwill, money from suspense and a second payment can be taken back, each once. Correct other credits at their payment.',
  },
  credit_smaller: { status: 409, message: 'The credit is smaller than this amount.' },
  posting_not_to_pay: { status: 409, message: 'This posting does not wait for a payment by the bank.' },
  posting_mismatch: { status: 409, message: 'This posting was already requested with different details.' },
  receipt_known: { status: 409, message: 'This reference already belongs to another payment.' },
} as const satisfies Record<string, { status: number; message: string }>;
