import { sandboxCredentials } from '../credentials.ts';
import type { SandboxTransaction } from '../mpesa/transactions.ts';
import { partyName } from '../mpesa/party-name.ts';
import { transactionReasons } from '../mpesa/wording.ts';
import type { World } from '../world.ts';

export const statementAccounts = ['collection', 'utility', 'working'] as const;
export type StatementAccount = (typeof statementAccounts)[number];

/** One line of an M-PESA statement. Amounts in shillings, positive for incoming money. */
export type StatementEntry = {
  receipt: string;
  at: number;
  details: string;
  reason: string;
  change: number;
  otherParty: string;
  accountNumber: string;
  linkedReceipt: string;
};

/** Returns all movements of one of the organisation's accounts since a moment, oldest first. */
export function entriesSince(world: World, account: StatementAccount, from: number): StatementEntry[] {
  const transactions = world.database.all<SandboxTransaction>(
    'SELECT * FROM transactions WHERE at >= ? ORDER BY at, receipt',
    from,
  );
  return transactions.flatMap((transaction) => entriesOf(world, account, transaction));
}

function entriesOf(
  world: World,
  account: StatementAccount,
  transaction: SandboxTransaction,
): StatementEntry[] {
  const { receipt, at, kind, amount, charge, reference } = transaction;
  const entry = { receipt, at, accountNumber: '', linkedReceipt: '' };
  const [payer, payee] = [partyName(world, transaction.payer), partyName(world, transaction.payee)];
  const isOwnFloat = kind === 'b2b' && transaction.payee === sandboxCredentials.shortCode;
  const paid = (wanted: StatementAccount, words: Omit<StatementEntry, keyof typeof entry>) =>
    account === wanted ? [{ ...entry, ...words }] : [];
  const fee = account === 'working' && charge > 0 ? [chargeOf(entry, charge, payee)] : [];

  if (kind === 'stk' || kind === 'c2b') {
    const reason = transactionReasons[kind];
    const details = `${reason} from ${payer} Acc. ${reference}`;
    return paid('collection', { details, reason, change: amount, otherParty: payer }).map((line) => ({
      ...line,
      accountNumber: reference,
    }));
  }
  if (kind === 'reversal') {
    const reason = transactionReasons[kind];
    const details = `${reason} of ${reference} to ${payee}`;
    return paid('collection', { details, reason, change: -amount, otherParty: payee }).map((line) => ({
      ...line,
      linkedReceipt: reference,
    }));
  }
  if (kind === 'b2c') {
    const reason = transactionReasons[kind];
    const details = `${reason} to ${payee}`;
    return [...paid('utility', { details, reason, change: -amount, otherParty: payee }), ...fee];
  }
  if (isOwnFloat) {
    const reason = 'Merchant Account to Utility Account Transfer';
    const words = { details: reason, reason, otherParty: payee };
    return [
      ...paid('collection', { ...words, change: -amount }),
      ...paid('utility', { ...words, change: amount }),
    ];
  }
  const reason = transactionReasons[kind];
  const details = `${reason} to ${payee} Acc. ${reference}`;
  return [...paid('working', { details, reason, change: -amount, otherParty: payee }), ...fee];
}

/** Builds the line for M-PESA's charge. It has the receipt of the charged payment. */
function chargeOf(
  entry: Pick<StatementEntry, 'receipt' | 'at' | 'accountNumber' | 'linkedReceipt'>,
  charge: number,
  otherParty: string,
): StatementEntry {
  const reason = 'Business Payment Charge';
  return { ...entry, details: reason, reason, change: -charge, otherParty };
}
