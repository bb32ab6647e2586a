import * as contract from '@zawadi/contract';
import type { Line } from './admin-action.ts';
import { MONEY_LINES, OWN_LINES } from './money-lines.ts';
import { MERCHANT_LINES, SETTING_LINES, ADMINISTRATOR_LINES } from './office-lines.ts';

export type Group = {
  title: string;
  /** Reason why one administrator may do alone the lines that show `alone`. If it is absent, no line may show that. */
  why?: string;
  lines: readonly Line[];
};

const line = (what: string, endpoint: contract.Endpoint): Line => ({ what, endpoint });
const forTwo = (what: string, endpoint: contract.Endpoint): Line => ({ what, endpoint, takesTwo: true });

/** Every endpoint with which administrators change something, grouped with the reason why one may do it alone. */
export const SINGLE_PERSON_DECISIONS: readonly Group[] = [
  {
    title: 'Money, up to the limits',
    why: 'Customers wait for small corrections. One person’s decisions add up, and so do the sums that one shop or person gets. Each is on record.',
    lines: [
      line('refund a gift of KES 500', contract.refundVoucher),
      line('void a voucher of KES 500 and issue it again to the same person', contract.voidVoucher),
      line('give a voucher of KES 500 more time', contract.extendVoucher),
      line('add KES 10 to the balance of a shop', contract.adjustMerchant),
      line('assign KES 300 in suspense to a wallet', contract.resolveHeldMoney),
      line('book KES 50 of a statement to suspense', contract.bookReconciliationItem),
      line('book M-PESA’s charges of KES 12.50', contract.bookReconciliationCharges),
      line('book that M-PESA took back a payment of KES 500', contract.bookReversal),
      ...MONEY_LINES,
    ],
  },
  {
    title: 'Pay-outs to shops and people',
    why: 'A batch pays the ledger’s debt to the shop’s own channel. A proposed outcome takes another person’s confirmation.',
    lines: [
      line('make batches of what a shop is owed', contract.runSettlements),
      line('approve a batch', contract.approveSettlement),
      line('ask M-PESA about a batch', contract.checkSettlement),
      line('cancel a batch; the money stays the shop’s', contract.cancelSettlement),
      line('propose that a batch was paid', contract.proposeSettlementOutcome),
      line('confirm what another one has proposed', contract.confirmSettlementOutcome),
      line('make a file of approved batches for the bank', contract.makeBankFile),
      line('propose that the bank paid a file', contract.markBankFile),
      line('confirm what another one has proposed about a file', contract.confirmBankFile),
      forTwo('mark a withdrawal as paid', contract.markWithdrawal),
      forTwo('mark a legal order as not paid', contract.settlePosting),
    ],
  },
  {
    title: 'The second of two people',
    why: 'The second decision: the requester did not let this administrator in.',
    lines: [
      line('approve what another one has asked for', contract.approveRequest),
      line('reject what another one has asked for', contract.rejectRequest),
      ...OWN_LINES,
    ],
  },
  {
    title: 'Vouchers and payments, without money moving',
    why: 'Freezing protects a customer and can be undone. Queries and messages sent again to the same recipient move nothing.',
    lines: [
      line('freeze a voucher', contract.freezeVoucher),
      line('unfreeze a voucher', contract.unfreezeVoucher),
      line('release what a shop has reserved; it stays on the voucher', contract.releaseHoldBySupport),
      line('send a gift’s message again', contract.adminResendVoucher),
      line('see a reported photo of a giver, on record', contract.showReportedPhoto),
      line('delete a reported photo of a giver, or show it again', contract.decideReportedPhoto),
      line('ask M-PESA about a payment', contract.queryTransaction),
      line('ask M-PESA about all payments without a result', contract.queryOpenTransactions),
      line('ask M-PESA about a receipt', contract.queryReceipt),
      line('find what a caller reads out', contract.searchEverything),
    ],
  },
  {
    title: 'Shops',
    why: 'A new shop cannot redeem or be paid until another administrator activates it. Suspending protects customers; reactivating restores a shop that two people approved. Contact and owner’s password lead to its money, so they take two.',
    lines: [
      line('add a shop, which waits for its activation', contract.addMerchant),
      line('change a shop’s business name', contract.updateMerchant),
      line('suspend a shop', contract.suspendMerchant),
      forTwo('mail the owner a new password', contract.resetOwnerPassword),
      ...MERCHANT_LINES,
    ],
  },
  {
    title: 'Consumers',
    why: 'Freezing and signing out protect an account. Unfreezing, unlocking and sending links again change no password, second factor or proven contact. Only empty accounts close.',
    lines: [
      line('freeze an account', contract.freezeUser),
      line('unfreeze an account', contract.unfreezeUser),
      line('freeze a wallet for its owner after a call-back', contract.freezeWalletByCallBack),
      forTwo('give an owner who lost phone and email a new number', contract.replaceLostContacts),
      forTwo('remove the USSD PIN of an account', contract.resetUssdPin),
      forTwo('block a phone number', contract.addBlock),
      forTwo('take a number off the block list', contract.removeBlock),
      line('sign an account out everywhere', contract.adminSignOutUser),
      line('close an empty account', contract.closeUser),
      line('see the contacts of a person in full, on record', contract.showContacts),
      line('see the USSD sessions of a phone number, on record', contract.listUssdSessions),
      line('forget the failed sign-ins of an account', contract.unlockUser),
      line('send the link or code for the own contact again', contract.adminResendVerification),
    ],
  },
  {
    title: 'Administrators',
    why: 'Support and read-only decide about no money. Removing rights protects while another administrator can still check. A new password goes to the administrator’s own address.',
    lines: [
      line('add an administrator for support', contract.addAdministrator),
      forTwo('make an administrator of support one of finance', contract.updateAdministrator),
      line('mail an administrator a new password', contract.resetAdministratorPassword),
      line('reset the second factor of an administrator', contract.resetAdministratorTwoFactor),
      ...ADMINISTRATOR_LINES,
    ],
  },
  {
    title: 'Settings',
    why: 'Settings apply to all alike and are on record with both values. Higher fees, higher amounts that one administrator decides, higher limits of one person or shop, weaker fraud rules, ending a stop and the words of codes, resets and sign-in take two.',
    lines: [
      line('change a limit for all consumers', contract.changeFeesAndLimits),
      line('take back a change that is not in force yet', contract.withdrawFeesAndLimits),
      line('switch a feature', contract.changeFeatureSwitch),
      line('stop something for everybody', contract.startStop),
      forTwo('end a stop', contract.startAgain),
      forTwo('switch a fraud rule off', contract.changeFraudRules),
      line('lower a limit of one shop', contract.changeOwnLimits),
      forTwo('change the words of the mail that verifies an address', contract.changeTemplate),
      line('mail oneself a test of a message', contract.testTemplate),
      line('name accounts for the bookkeeping program', contract.changeBookkeepingMap),
      line('change who issues invoices', contract.changeInvoicing),
      line('take back a change of it that is not in force yet', contract.withdrawInvoicing),
      ...SETTING_LINES,
    ],
  },
  {
    title: 'Keeping watch',
    why: 'Notes and checks move no money; each has a name and a time.',
    lines: [
      line('upload a statement of M-PESA', contract.uploadStatement),
      line('upload the document of a posting or a note', contract.uploadDocument),
      line('write a note on a person, shop or payment', contract.writeNote),
      line('answer a letter', contract.markSupportAnswered),
      line('take a letter', contract.assignSupportRequest),
      line('hand a letter to finance', contract.handOverSupportRequest),
      line('have M-PESA list payments', contract.pullStatement),
      line('ask M-PESA for its balances', contract.checkFloat),
      line('compare a statement again', contract.recheckReconciliation),
      line('ask M-PESA about a line of a statement', contract.queryReconciliationItem),
      line('explain a line of a statement', contract.explainReconciliationItem),
      line('close a case that moves no money', contract.resolveReview),
      line('take note of an alert', contract.acknowledgeAlert),
      line('give a fraud alert to an administrator', contract.assignFraudAlert),
      line('give several fraud alerts to an administrator', contract.assignFraudAlerts),
      line('write a note on a fraud alert', contract.noteFraudAlert),
      line('close a fraud alert', contract.closeFraudAlert),
      line('close several fraud alerts', contract.closeFraudAlerts),
      line('open a fraud alert again', contract.reopenFraudAlert),
      line('open a case about a person or shop', contract.openFraudCase),
      line('give a case to an administrator', contract.assignFraudCase),
      line('write a note on a case', contract.noteFraudCase),
      line('close a case and its alerts', contract.closeFraudCase),
      line('open a case again', contract.reopenFraudCase),
      line('prepare a suspicious-transaction report', contract.prepareFraudCaseReport),
      line('download such a report to sign', contract.fraudCaseReportPdf),
      line('download the transactions of such a report', contract.fraudCaseReportCsv),
      line('download the file of a person, as PDF', contract.personFilePdf),
      line('download the file of a person, as CSV', contract.personFileCsv),
      line('enter day and reference of a filed report', contract.fileFraudCaseReport),
      line('issue the invoices of past months', contract.issueInvoices),
      line('enter the eTIMS number of an invoice', contract.enterEtimsNumber),
    ],
  },
];

/**
 * Endpoints about one's own account, which do not depend on the role. Each requires the password, a code, a passkey
 * or the session itself.
 */
export const OWN_ACCOUNT: readonly contract.Endpoint[] = [
  contract.adminLogin,
  contract.changePassword,
  contract.resetAdminPassword,
  contract.resetAdminPasswordByLink,
  contract.enableTwoFactor,
  contract.disableTwoFactor,
  contract.renewRecoveryCodes,
  contract.signOutDevice,
  contract.signOutEverywhere,
  contract.addPasskey,
  contract.renamePasskey,
  contract.removePasskey,
  contract.signInByPasskey,
  contract.changeDailyMail,
  contract.saveView,
  contract.deleteSavedView,
];
