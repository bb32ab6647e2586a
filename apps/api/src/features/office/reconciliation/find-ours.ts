import type { StatementAccount } from '@zawadi/contract';
import { DAY_MS } from '../../../platform/durations.ts';
import type { Db } from '../../../platform/db/database.ts';
import { readBankMovements } from './bank-movements-store.ts';
import { DAYS_AFTER, DAYS_BEFORE, matchBank, type BankLine } from './match-bank.ts';
import {
  findByAccountNumber,
  findByOwner,
  findByReference,
  findReceiptOwners,
  ledgerAccountOf,
  type OurTransfer,
} from './ours-store.ts';

const AT_ONCE = 1_000;

/**
 * Finds our transfers for each receipt of an account at M-PESA: by reference, then by the payment that has the receipt,
 * then by the payer's account number. For each line of the bank: `matchBank`.
 */
export async function findOurs(
  db: Db,
  statementAccount: StatementAccount,
  asked: readonly BankLine[],
): Promise<Map<string, OurTransfer[]>> {
  if (statementAccount === 'bank') return findAtBank(db, asked);
  const found = new Map<string, Map<string, OurTransfer>>();
  const accountNumbers = new Map(asked.map(({ receipt, accountNumber }) => [receipt, accountNumber]));
  const receipts = [...accountNumbers.keys()];
  const ledgerAccount = ledgerAccountOf(statementAccount);
  for (let from = 0; from < receipts.length; from += AT_ONCE) {
    const some = receipts.slice(from, from + AT_ONCE);
    add(found, await findByReference(db, ledgerAccount, some));
    add(found, await findByOwner(db, ledgerAccount, await findReceiptOwners(db, some)));
  }
  if (statementAccount === 'collection') {
    const without = receipts.filter((receipt) => !found.has(receipt));
    await addByAccountNumber(db, found, without, accountNumbers);
  }
  return new Map([...found].map(([receipt, transfers]) => [receipt, [...transfers.values()]]));
}

async function findAtBank(db: Db, lines: readonly BankLine[]): Promise<Map<string, OurTransfer[]>> {
  if (lines.length === 0) return new Map();
  const moments = lines.map(({ at }) => at.getTime());
  const from = moments.reduce((first, at) => Math.min(first, at)) - DAYS_BEFORE * DAY_MS;
  const to = moments.reduce((last, at) => Math.max(last, at)) + DAYS_AFTER * DAY_MS;
  const movements = await readBankMovements(db, { from: new Date(from), to: new Date(to) });
  return new Map(
    [...matchBank(lines, movements)].map(([receipt, found]) => [
      receipt,
      found.map(({ transferId, homeId, ledgerKind, changeCents }) => ({
        receipt,
        transferId,
        homeId,
        ledgerKind,
        kind: 'payment' as const,
        changeCents,
      })),
    ]),
  );
}

type Found = Map<string, Map<string, OurTransfer>>;

function add(found: Found, transfers: readonly OurTransfer[]): void {
  for (const transfer of transfers) {
    const known = found.get(transfer.receipt) ?? new Map<string, OurTransfer>();
    found.set(transfer.receipt, known.set(transfer.transferId, transfer));
  }
}

/**
 * Adds transfers found by account number. A purchase belongs to one payment: if several receipts have the same account
 * number, the first one gets it.
 */
async function addByAccountNumber(
  db: Db,
  found: Found,
  receipts: readonly string[],
  accountNumbers: ReadonlyMap<string, string>,
): Promise<void> {
  const asked = receipts
    .map((receipt) => ({ receipt, accountNumber: accountNumbers.get(receipt)?.toUpperCase() ?? '' }))
    .filter(({ accountNumber }) => accountNumber !== '');
  const taken = new Set<string>();
  for (let from = 0; from < asked.length; from += AT_ONCE) {
    const transfers = await findByAccountNumber(db, asked.slice(from, from + AT_ONCE));
    const first = transfers.filter(({ transferId }) => !taken.has(transferId) && taken.add(transferId));
    add(found, first);
  }
}
