import { formatMsisdn, maskMsisdn, type ChosenPayoutChannel, type FeesAndLimits } from '@zawadi/contract';

/** A pay-out channel, or the copy of it that a settlement batch keeps. */
type Payee =
  | { kind: 'mpesa'; msisdn: string }
  | { kind: 'till'; tillNumber: string }
  | { kind: 'paybill'; payBillNumber: string; accountNumber: string }
  | { kind: 'bank'; bankName: string; accountNumber: string };

/**
 * Describes a payee: `M-PESA 0712 000 001`, `Till 123456`, `Equity Bank, account 01234321`. With `isMasked`
 * the owner can still recognise the account: `M-PESA 2547****001`, `Equity Bank ••••4321`.
 */
export function payeeInWords(to: Payee, { isMasked }: { isMasked: boolean }): string {
  if (to.kind === 'mpesa') return `M-PESA ${isMasked ? maskMsisdn(to.msisdn) : formatMsisdn(to.msisdn)}`;
  if (to.kind === 'till') return `Till ${to.tillNumber}`;
  const payee = to.kind === 'bank' ? to.bankName : `Pay bill ${to.payBillNumber}`;
  return isMasked ? `${payee} ${masked(to.accountNumber)}` : `${payee}, account ${to.accountNumber}`;
}

/** Longest account number that M-PESA accepts for a pay bill. Never shorten one: it would be another customer's. */
const LONGEST_B2B_ACCOUNT = 13;

/** Returns true if a file for the bank pays this payee, false if M-PESA does. */
export function isPaidByBankFile(to: Payee, { bankRoute }: Pick<FeesAndLimits, 'bankRoute'>): boolean {
  if (to.kind === 'mpesa' || to.kind === 'till') return false;
  return (to.kind === 'bank' && bankRoute === 'file') || to.accountNumber.length > LONGEST_B2B_ACCOUNT;
}

/** Describes a channel, masked, for audit log and mail. */
export function channelInWords(channel: ChosenPayoutChannel): string {
  if (channel.kind === 'mpesa') return `M-PESA ${maskMsisdn(channel.msisdn)}`;
  if (channel.kind === 'till') return `till ${lastDigits(channel.tillNumber)}`;
  const recipient = channel.kind === 'bank' ? channel.bankName : `pay bill ${channel.payBillNumber}`;
  return `${recipient}, account ${lastDigits(channel.accountNumber)}`;
}

function masked(accountNumber: string): string {
  return accountNumber.length <= 4 ? accountNumber : `••••${accountNumber.slice(-4)}`;
}

function lastDigits(number: string): string {
  return `****${number.slice(-2)}`;
}
