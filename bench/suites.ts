import { onFreshDatabase, openShops, type Bench } from './bench.ts';
import { measureMemory } from './memory.ts';
import { measureInRounds, type Suite } from './rounds.ts';
import { openClaims } from './rows/claims.ts';
import { openGifts } from './rows/gifts.ts';
import { openHistory } from './rows/history.ts';
import { openLedger } from './rows/ledger.ts';
import { openPeers } from './rows/peers.ts';
import { openPurchases } from './rows/purchases.ts';
import { openQueues } from './rows/queues.ts';
import { openRedemptions } from './rows/redemptions.ts';
import { openSignIns } from './rows/sign-ins.ts';
import { openStatements } from './rows/statements.ts';
import type { Row } from './table.ts';

type Measure = (bench: Bench, rounds: number) => Promise<Row[]>;

/** Suites by the word for `--only` that selects them. */
const SUITES: Record<string, Measure> = {
  ledger: inRounds(openLedger),
  redemption: inRounds(openRedemptions),
  purchase: inRounds(openPurchases),
  claim: inRounds(openClaims),
  'sign-in': inRounds(openSignIns),
  'webhooks outbox': inRounds(openQueues),
  statement: inRounds(openStatements),
  gift: inRounds(openGifts),
  // Memory is not measured in rounds, because a peak is the maximum since the processes started.
  memory: async (bench) => measureMemory(bench, await openShops(bench)),
};

/** Suite for `--peers` only, because it downloads other projects' programs. */
export const measurePeers = suite('peers', inRounds(openPeers));

/** @param rows number of earlier rows of each kind; ten million need 15 minutes to write, and 40 GB of disk */
export const measureAfter = (rows: number) =>
  suite(
    'history',
    inRounds((bench) => openHistory(bench, rows)),
  );

/**
 * Measures every row of the table, one suite after the other so that none disturbs another.
 * @param options.only selects the suites whose name contains one of these words; all suites if empty
 */
export async function measureSuites(
  bench: Bench,
  { only, rounds }: { only: string[]; rounds: number },
): Promise<Row[]> {
  const chosen = Object.entries(SUITES).filter(
    ([name]) => only.length === 0 || only.some((word) => name.includes(word)),
  );
  if (chosen.length === 0)
    throw new Error(`There is no such row. There are: ${Object.keys(SUITES).join(', ')}.`);
  const rows: Row[] = [];
  for (const [name, measure] of chosen) rows.push(...(await suite(name, measure)(bench, rounds)));
  return rows;
}

function suite(name: string, measure: Measure): Measure {
  return (bench, rounds) => {
    bench.say(`${name}:`);
    return onFreshDatabase(bench, 'bench_suite', (own) => measure(own, rounds));
  };
}

function inRounds(open: (bench: Bench) => Promise<Suite>): Measure {
  return async (bench, rounds) => {
    const { cases, close } = await open(bench);
    try {
      return await measureInRounds(cases, { rounds, say: bench.say });
    } finally {
      await close();
    }
  };
}
