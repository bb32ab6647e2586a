import type { Transaction } from '../../../platform/db/database.ts';
import { newId } from '../../../platform/ids.ts';
import { recordAudit, type Auditor } from '../../services/audit/index.ts';
import { compare } from './compare.ts';
import { findOurs } from './find-ours.ts';
import {
  carryExplanations,
  closeLaterShown,
  insertItems,
  insertDisappeared,
  recordShownTransfers,
  type NewItem,
  type Shown,
} from './item-store.ts';
import { findUnshown, type Unshown } from './missing-there-store.ts';
import { countItems, insertRun, type NewRun } from './run-store.ts';
import type { StatementLine } from './statement-lines.ts';

const AT_ONCE = 2_000;

export type ComparedStatement = Pick<
  NewRun,
  | 'id'
  | 'account'
  | 'source'
  | 'fileName'
  | 'fileHash'
  | 'from'
  | 'to'
  | 'repeatedLines'
  | 'uncompletedLines'
  | 'balances'
> & {
  statementLines: readonly StatementLine[];
  /** The time in which the statement shows every transfer. */
  unshown: { from: Date; to: Date };
};

/**
 * Compares a statement with our ledger and stores one item for each payment. Moves no money.
 * @returns false when the same file was compared before
 */
export async function compareStatement(
  tx: Transaction,
  statement: ComparedStatement,
  auditor: Auditor,
): Promise<boolean> {
  const { statementLines, unshown, ...run } = statement;
  const period = { ...unshown, isIncomingOnly: run.source === 'pull' };
  const isNew = await insertRun(tx, {
    ...run,
    madeBy: auditor.administratorId,
    lines: statementLines.length,
    paidInCents: totalOf(statementLines, (cents) => cents > 0n),
    withdrawnCents: -totalOf(statementLines, (cents) => cents < 0n),
  });
  if (!isNew) return false;
  await insertShown(tx, run, statementLines);
  await carryExplanations(tx, run.id);
  await insertUnshown(tx, run, period);
  await insertDisappeared(tx, run, period);
  await closeLaterShown(tx, run);
  await countItems(tx, run.id);
  const after = { account: run.account, source: run.source, lines: statementLines.length };
  await recordAudit(tx, auditor, {
    action: 'reconciliation.compared',
    subjectKind: 'reconciliation-run',
    subjectId: run.id,
    after,
  });
  return true;
}

type Run = Omit<ComparedStatement, 'statementLines' | 'unshown'>;

async function insertShown(tx: Transaction, run: Run, lines: readonly StatementLine[]): Promise<void> {
  const asked = lines.map((line) => ({ ...line, theirsCents: line.changeCents }));
  const compared = compare(lines, await findOurs(tx, run.account, asked));
  for (let from = 0; from < compared.length; from += AT_ONCE) {
    const items = compared.slice(from, from + AT_ONCE).map((item) => ({ ...item, id: newId() }));
    await insertItems(
      tx,
      run,
      items.map(({ transfers: _transfers, ...item }) => item),
    );
    const shown = items.flatMap(({ id: itemId, transfers }) =>
      transfers.map(({ transferId, homeId }): Shown => ({ transferId, homeId, itemId })),
    );
    await recordShownTransfers(tx, run.account, { shown, isThere: true });
  }
}

/** All our transfers of one payment form one item. */
async function insertUnshown(
  tx: Transaction,
  run: Run,
  period: Parameters<typeof findUnshown>[2],
): Promise<void> {
  const unshown = await findUnshown(tx, run.account, period);
  const groups = [...Map.groupBy(unshown, groupOf).values()].map((members) => ({ members, id: newId() }));
  for (let start = 0; start < groups.length; start += AT_ONCE) {
    const some = groups.slice(start, start + AT_ONCE);
    await insertItems(
      tx,
      run,
      some.flatMap(({ id, members }) => itemOf(id, members)),
    );
    const shown = some.flatMap(({ id: itemId, members }) =>
      members.map(({ transferId, homeId }): Shown => ({ transferId, homeId, itemId })),
    );
    await recordShownTransfers(tx, run.account, { shown, isThere: false });
  }
}

function groupOf({ homeId, reference, ledgerKind, transferId }: Unshown): string {
  return [homeId, ledgerKind, reference === '' ? transferId : reference].join(' ');
}

function itemOf(id: string, members: readonly Unshown[]): NewItem[] {
  const [first] = members;
  if (!first) return [];
  return [
    {
      id,
      kind: first.kind,
      state: 'missing_there',
      receipt: first.reference,
      at: first.postedAt,
      details: first.ledgerKind.replaceAll('_', ' '),
      accountNumber: '',
      theirsCents: 0n,
      oursCents: members.reduce((total, { changeCents }) => total + changeCents, 0n),
    },
  ];
}

function totalOf(lines: readonly StatementLine[], counts: (cents: bigint) => boolean): bigint {
  return lines.reduce((total, { changeCents }) => (counts(changeCents) ? total + changeCents : total), 0n);
}
