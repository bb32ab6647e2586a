import { sandboxCredentials, organisationName } from '../credentials.ts';
import type { World } from '../world.ts';
import { limits, repeatWindowMs } from './limits.ts';
import { movedToday } from './movements.ts';
import { shillings } from './wording.ts';

/** v3/MpesaExpressSimulate "Result codes", in M-PESA's words. */
const stkWords = new Map([
  ['0', 'The service request is processed successfully.'],
  ['1', 'The balance is insufficient for the transaction.'],
  ['2', 'Declined due to limit rule: less than the minimum transaction amount.'],
  ['3', 'Declined due to limit rule: greater than the maximum transaction amount.'],
  ['4', 'Declined due to limit rule: would exceed daily transfer limit.'],
  ['8', 'Declined due to limit rule: would exceed the maximum balance.'],
  ['17', 'Rule limited.'],
  ['26', 'System busy. Traffic blocking condition in place.'],
  ['1001', 'Unable to lock subscriber, a transaction is already in process for the current subscriber.'],
  ['1019', 'Transaction has expired.'],
  ['1025', 'An error occurred while sending a push request.'],
  ['1032', 'Request cancelled by user.'],
  ['1037', 'DS timeout user cannot be reached.'],
  ['2001', 'The initiator information is invalid.'],
  ['2028', 'The request is not permitted according to product assignment.'],
  ['8006', 'The security credential is locked.'],
  ['9999', 'An error occurred while sending a push request.'],
  ['SFC_IC0003', 'The operator does not exist.'],
  ['E3008', 'Error, the user has a bad debt contract.'],
]);

export function stkResultWords(resultCode: string): string {
  return stkWords.get(resultCode) ?? 'The service request has failed.';
}

/** M-PESA shows at most this much in a prompt; more is ResultCode 1025. */
const longestPrompt = 182;

export function promptText(amount: number, accountReference: string): string {
  return `Do you want to pay KES ${shillings(amount)} to ${organisationName}, account ${accountReference}? Enter M-PESA PIN`;
}

/** @returns the code with which M-PESA ends a push before anybody sees a prompt, if it does */
export function refuseBeforePrompt(
  world: World,
  push: { msisdn: string; amount: number; accountReference: string; partyB: string; transactionType: string },
): string | undefined {
  if (push.partyB !== sandboxCredentials.shortCode) return 'SFC_IC0003';
  if (push.transactionType !== 'CustomerPayBillOnline') return '2028';
  if (push.amount > limits.perTransaction) return '3';
  if (movedToday(world, 'payer', push.msisdn) + push.amount > limits.perDay) return '4';
  if (promptText(push.amount, push.accountReference).length > longestPrompt) return '1025';
  return isRepeat(world, push.msisdn, push.amount) ? '17' : undefined;
}

/** M-PESA takes the same amount from the same payer within two minutes for a mistake. */
function isRepeat(world: World, msisdn: string, amount: number): boolean {
  const since = world.clock().getTime() - repeatWindowMs;
  const sql = `SELECT 1 AS found FROM movements WHERE kind = 'stk' AND payer = ? AND amount = ? AND at > ?`;
  return world.database.one(sql, msisdn, amount, since) !== undefined;
}
