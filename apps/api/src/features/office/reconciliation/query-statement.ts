import type { ReconciliationRun } from '@zawadi/contract';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Auditor } from '../../services/audit/index.ts';
import type { PaymentDeps } from '../../mpesa/client/index.ts';
import { compareStatement } from './compare-statement.ts';
import { readRun } from './read-run.ts';
import type { StatementLine } from './statement-lines.ts';

/** Times in M-PESA's list are whole seconds. */
const ONE_SECOND_MS = 1_000;

/**
 * Compares customers' payments in M-PESA's list with our ledger. A payment that we recorded in the first hour may be
 * older than the beginning of the list, so the list may lack it.
 * @throws Refusal provider_unavailable, pull_refused
 */
export async function queryStatement(
  deps: PaymentDeps,
  { hours, auditor }: { hours: number; auditor: Auditor },
): Promise<ReconciliationRun> {
  const to = new Date(deps.clock.now().getTime() + ONE_SECOND_MS);
  const from = new Date(to.getTime() - hours * HOUR_MS);
  const statementLines = await pull(deps, { from, to });
  const id = newId();
  await inTransaction(deps.db, (tx) =>
    compareStatement(
      tx,
      {
        id,
        account: 'collection',
        source: 'pull',
        fileName: '',
        fileHash: null,
        from,
        to,
        unshown: { from: new Date(from.getTime() + HOUR_MS), to },
        repeatedLines: 0,
        uncompletedLines: 0,
        statementLines,
      },
      auditor,
    ),
  );
  return readRun(deps.db, id);
}

async function pull(deps: PaymentDeps, period: { from: Date; to: Date }): Promise<StatementLine[]> {
  const lines = new Map<string, StatementLine>();
  for (let offset = 0; ;) {
    const page = await deps.mpesa.pullTransactions.query({ ...period, offset });
    if (page.outcome === 'rejected') throw new Refusal('pull_refused');
    if (page.outcome !== 'accepted') throw new Refusal('provider_unavailable', { retryAfterSeconds: 60 });
    if (page.transactions.length === 0) return [...lines.values()];
    for (const { receipt, amountShillings, billReference, msisdn, completedAt } of page.transactions) {
      if (amountShillings === undefined) continue;
      lines.set(receipt, {
        receipt,
        kind: 'payment',
        at: completedAt ?? period.to,
        details: `Pay Bill from ${msisdn}`,
        accountNumber: billReference.slice(0, 100),
        changeCents: BigInt(amountShillings) * 100n,
      });
    }
    offset += page.transactions.length;
  }
}
