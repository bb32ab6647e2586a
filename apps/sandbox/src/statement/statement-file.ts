import { dashedPattern, formatNairobi } from '@zawadi/mpesa/nairobi-time';
import type { StatementBehaviour } from '../behaviour/behaviour.ts';
import { organisationName, sandboxCredentials } from '../credentials.ts';
import { ourAccount } from '../store/accounts.ts';
import type { World } from '../world.ts';
import { entriesSince, type StatementAccount, type StatementEntry } from './statement-entries.ts';

const names: Record<StatementAccount, string> = {
  collection: 'Merchant Account',
  utility: 'Utility Account',
  working: 'Working Account',
};

const columns = [
  'Receipt No.',
  'Completion Time',
  'Initiation Time',
  'Details',
  'Transaction Status',
  'Paid In',
  'Withdrawn',
  'Balance',
  'Balance Confirmed',
  'Reason Type',
  'Other Party Info',
  'Linked Transaction ID',
  'A/C No.',
];

export type Period = { from: number; to: number };

/**
 * Writes a CSV statement as M-PESA's organisation portal does: a heading, then one line per transaction, newest first.
 * Errors planted with `behaviour.statement` appear in the file only; the books stay correct.
 *
 * @param period milliseconds since 1970, the end exclusive
 */
export function statementFile(world: World, account: StatementAccount, period: Period): string {
  const since = entriesSince(world, account, period.from);
  const shown = since.filter(({ at }) => at < period.to);
  const later = since.filter(({ at }) => at >= period.to);
  const closing = world.accounts.balance(ourAccount(account)) - sum(later);
  const opening = closing - sum(shown);
  const planted = plant(shown, account, world.behaviour.inForce().statement, period);
  const lines = withBalances(planted, opening).toReversed();
  return [
    ['Account Holder:', organisationName],
    ['Short Code:', shortCodeOf(world, account)],
    ['Account:', names[account]],
    ['Time Period:', `From ${moment(period.from)} To ${moment(period.to)}`],
    ['Opening Balance:', money(opening)],
    // A statement with a planted difference adds up, as M-PESA's would.
    ['Closing Balance:', money(opening + sum(planted))],
    [],
    columns,
    ...lines,
  ]
    .map(csvLine)
    .join('');
}

function shortCodeOf(world: World, account: StatementAccount): string {
  const isOfPayout = account !== 'collection' && world.behaviour.inForce().separateShortCodes;
  return isOfPayout ? sandboxCredentials.payoutShortCode : sandboxCredentials.shortCode;
}

function withBalances(entries: StatementEntry[], opening: number): string[][] {
  let balance = opening;
  return entries.map((entry) => {
    balance += entry.change;
    return [
      entry.receipt,
      moment(entry.at),
      moment(entry.at),
      entry.details,
      'Completed',
      entry.change > 0 ? money(entry.change) : '',
      entry.change < 0 ? money(entry.change) : '',
      money(balance),
      'true',
      entry.reason,
      entry.otherParty,
      entry.linkedReceipt,
      entry.accountNumber,
    ];
  });
}

/** Adds the errors of `behaviour.statement`, to test that reconciliation finds them. */
function plant(
  entries: StatementEntry[],
  account: StatementAccount,
  { without, amounts, strangers }: StatementBehaviour,
  period: Period,
): StatementEntry[] {
  const kept = entries
    .filter(({ receipt }) => !without.includes(receipt))
    .map((entry) => {
      const amount = amounts[entry.receipt];
      return amount === undefined ? entry : { ...entry, change: Math.sign(entry.change) * amount };
    });
  const added = strangers
    .filter((stranger) => stranger.account === account)
    .map(({ receipt, amount: change, details }) => {
      const more = { reason: details, otherParty: '', accountNumber: '', linkedReceipt: '' };
      return { receipt, at: kept.at(-1)?.at ?? period.from, details, change, ...more };
    });
  return [...kept, ...added];
}

function sum(entries: StatementEntry[]): number {
  return entries.reduce((total, { change }) => total + change, 0);
}

function moment(at: number): string {
  return formatNairobi(new Date(at), dashedPattern);
}

const shillings = new Intl.NumberFormat('en-KE', { minimumFractionDigits: 2 });

function money(amount: number): string {
  return shillings.format(amount);
}

function csvLine(cells: string[]): string {
  return `${cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}
