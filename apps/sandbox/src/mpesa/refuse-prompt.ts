import { sandboxCredentials, organisationName } from '../credentials.ts';
import { findOpenSession } from '../ussd/sessions.ts';
import type { World } from '../world.ts';
import { limits, repeatWindowMs } from './limits.ts';
import { movedToday } from './transactions.ts';
import { shillings } from './wording.ts';

/** Longest prompt that M-PESA shows, in characters. A longer prompt ends with ResultCode 1025. */
const longestPrompt = 182;

export function promptText(amount: number, accountReference: string): string {
  return `Do you want to pay KES ${shillings(amount)} to ${organisationName}, account ${accountReference}? Enter M-PESA PIN`;
}

/** @returns the ResultCode if M-PESA refuses the push without showing a prompt; otherwise undefined */
export function refuseBeforePrompt(
  world: World,
  push: { msisdn: string; amount: number; accountReference: string; partyB: string; transactionType: string },
): string | undefined {
  if (push.partyB !== sandboxCredentials.shortCode) return 'SFC_IC0003';
  if (push.transactionType !== 'CustomerPayBillOnline') return '2028';
  if (push.amount > limits.perTransaction) return '3';
  if (movedToday(world, 'payer', push.msisdn) + push.amount > limits.perDay) return '4';
  if (promptText(push.amount, push.accountReference).length > longestPrompt) return '1025';
  if (isRepeat(world, push.msisdn, push.amount)) return '17';
  // v3/MpesaExpressSimulate: offline, busy or ongoing session.
  return findOpenSession(world, push.msisdn) === undefined ? undefined : '1037';
}

/** M-PESA treats a second payment of the same amount by the same payer within two minutes as a mistake. */
function isRepeat(world: World, msisdn: string, amount: number): boolean {
  const since = world.clock().getTime() - repeatWindowMs;
  const sql = `SELECT 1 AS found FROM transactions WHERE kind = 'stk' AND payer = ? AND amount = ? AND at > ?`;
  return world.database.one(sql, msisdn, amount, since) !== undefined;
}
