import { openDatabase } from '../../apps/api/src/platform/db/database.ts';
import type { Bench } from '../bench.ts';
import { BATCH, fundAccounts, measureLedger, type LedgerCase } from '../ledger.ts';
import { runPgbench } from '../pgbench.ts';
import { measurePlainLedger, setUpPlainLedger } from '../plain-ledger.ts';
import { measuring, type Case, type Suite } from '../rounds.ts';

const CONNECTIONS = [1, 16, 64];
const ONE = 'ledger: one transfer for each caller';
const MANY = `ledger: ${BATCH} per commit`;
const PEER = 'plain SQL: the same work, one per commit (peer)';
const HOT_RATIO = 0.9;

/** Measures the ledger alone, compared with hand-written SQL that does the same work. Each transfer is durable. */
export async function openLedger(bench: Bench): Promise<Suite> {
  bench.say('Preparing accounts …');
  const db = openDatabase(bench.appUrl, { connections: 2, name: 'bench' });
  await fundAccounts(db);
  await db.destroy();
  await setUpPlainLedger(bench.ownerUrl);

  const ours = (name: string, one: LedgerCase, goals: Pick<Case, 'target' | 'beside'>): Case => ({
    name,
    connections: one.callers,
    ...goals,
    prepare: measuring(async () => ({ perSecond: await measureLedger(bench.appUrl, one, bench.seconds) })),
  });
  const single = CONNECTIONS.flatMap((connections): Case[] => [
    {
      name: PEER,
      connections,
      prepare: measuring(async () => ({
        perSecond: await measurePlainLedger(bench.ownerUrl, { connections, seconds: bench.seconds }),
      })),
    },
    ours(ONE, { callers: connections, batch: 1, isHot: false }, { beside: { name: PEER, ratio: 1 } }),
    {
      name: 'pgbench: two updates and an insert',
      connections,
      prepare: measuring(async () => {
        const perSecond = await runPgbench(bench.ownerUrl, { ...bench, connections });
        return perSecond === undefined ? undefined : { perSecond };
      }),
    },
  ]);
  return {
    cases: [
      ...single,
      ours(
        `${ONE}, one hot account`,
        { callers: 16, batch: 1, isHot: true },
        { beside: { name: ONE, ratio: HOT_RATIO } },
      ),
      ours(MANY, { callers: 2, batch: BATCH, isHot: false }, { target: { perSecond: 20_000 } }),
      ours(
        `${MANY}, one hot account`,
        { callers: 2, batch: BATCH, isHot: true },
        { target: { perSecond: 20_000 }, beside: { name: MANY, ratio: HOT_RATIO } },
      ),
    ],
    close: async () => {},
  };
}
