import { formatNairobi } from '@zawadi/mpesa/nairobi-time';
import { organisationName } from '../credentials.ts';
import type { SandboxTransaction } from './transactions.ts';

const grouped = new Intl.NumberFormat('en-KE', { maximumFractionDigits: 0 });

/** Formats whole shillings as `1,000`. */
export function shillings(amount: number): string {
  return grouped.format(amount);
}

/** Purpose of a transaction, as results and statements name it. */
export const transactionReasons: Record<SandboxTransaction['kind'], string> = {
  stk: 'Pay Bill Online',
  c2b: 'Pay Bill',
  b2c: 'Business Payment to Customer via API',
  b2b: 'Business Pay Bill via API',
  reversal: 'Transaction Reversal via API',
};

/** `20/11/26 at 2:05 PM`, as M-PESA's messages write it. */
function moment(now: Date): string {
  const hour = Number(formatNairobi(now, 'HH'));
  const clock = `${hour % 12 || 12}:${formatNairobi(now, 'mm')} ${hour < 12 ? 'AM' : 'PM'}`;
  return `${formatNairobi(now, 'dd/MM')}/${formatNairobi(now, 'yyyy').slice(2)} at ${clock}`;
}

export function paidMessage(
  paid: { receipt: string; amount: number; reference: string; balance: number },
  now: Date,
): string {
  return (
    `${paid.receipt} Confirmed. Ksh${shillings(paid.amount)}.00 sent to ${organisationName} for account ` +
    `${paid.reference} on ${moment(now)}. New M-PESA balance is Ksh${shillings(paid.balance)}.00.`
  );
}

export function receivedMessage(
  received: { receipt: string; amount: number; balance: number },
  now: Date,
): string {
  return (
    `${received.receipt} Confirmed. You have received Ksh${shillings(received.amount)}.00 from ` +
    `${organisationName} on ${moment(now)}. New M-PESA balance is Ksh${shillings(received.balance)}.00.`
  );
}

export function reversedMessage(
  reversed: { receipt: string; original: string; amount: number; balance: number },
  now: Date,
): string {
  return (
    `${reversed.receipt} Confirmed. Reversal of transaction ${reversed.original} has been successfully reversed ` +
    `on ${moment(now)} and Ksh${shillings(reversed.amount)}.00 is credited to your M-PESA account. ` +
    `New M-PESA balance is Ksh${shillings(reversed.balance)}.00.`
  );
}

export const shortOfMoneyMessage = 'Failed. You do not have enough money in your M-PESA account.';
export const wrongPinMessage = 'You have entered the wrong PIN. Please try again.';
