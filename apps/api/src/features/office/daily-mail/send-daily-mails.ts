import type { Deps } from '../../../config/deps.ts';
import { inTransaction } from '../../../platform/db/in-transaction.ts';
import { collectFailures } from '../../../platform/jobs/process-due-rows.ts';
import type { Approvable } from '../../services/approvals/index.ts';
import { notify, type Notice } from '../../services/messages/index.ts';
import { readHealth } from '../../services/system-health/index.ts';
import { readYesterday } from '../reports/index.ts';
import { listTransactions } from '../transactions/index.ts';
import { readWork } from '../work-list/index.ts';
import * as store from './store.ts';

type Sending = Pick<Deps, 'db' | 'config' | 'clock' | 'keys' | 'log'> & { actions: readonly Approvable[] };
type Data = Extract<Notice, { template: 'daily-figures' }>['data'];

/** Sends yesterday's figures to every administrator whose hour has come, once a day. */
export async function sendDailyMails(deps: Sending): Promise<void> {
  const due = await store.listDue(deps.db);
  if (due.length === 0) return;
  const figures = await readFigures(deps);
  const failures = collectFailures(deps.log, 'A daily mail was not sent');
  for (const reader of due) {
    await failures.apart({ administratorId: reader.id }, async () => {
      const data = { ...figures, work: await readWaiting(deps, reader) };
      await inTransaction(deps.db, async (tx) => {
        if (!(await store.markSent(tx, reader.id))) return;
        const { email, language } = reader;
        const dedupeKey = `${reader.id}:${figures.day}`;
        await notify(tx, deps, { template: 'daily-figures', data, email, language, dedupeKey });
      });
    });
  }
  failures.rethrow();
}

async function readFigures(deps: Sending): Promise<Omit<Data, 'work'>> {
  const { day, volume, fees } = await readYesterday(deps);
  const [failed, health] = await Promise.all([
    listTransactions(deps.db, { status: 'Failed', from: day, to: day, limit: 1 }),
    readHealth(deps),
  ]);
  const { deposits, redemptions, withdrawals, settlements } = volume;
  return {
    day,
    sold: deposits.amount,
    redeemed: redemptions.amount,
    withdrawn: withdrawals.amount,
    settled: settlements.amount,
    fees: fees.total,
    failed: failed.count ?? 0,
    floats: health.float.accounts.map(({ account, atProvider }) => ({ account, amount: atProvider })),
    proofs: health.proofs.map(({ part, provedUntil }) => ({
      part,
      ...(provedUntil !== undefined && { until: provedUntil }),
    })),
    site: deps.config.publicUrl,
  };
}

async function readWaiting(deps: Sending, { id, staffRole }: store.Reader): Promise<Data['work']> {
  const { work } = await readWork(deps, { administratorId: id, staffRole });
  return work.map(({ kind, count, amount, path }) => ({
    kind,
    count,
    path,
    ...(amount !== undefined && { amount }),
  }));
}
