import { onDatabaseOfItsOwn, openShops, type Bench } from './bench.ts';
import { measureMemory } from './memory.ts';
import { measureInRounds, type Suite } from './rounds.ts';
import { openClaims } from './rows/claims.ts';
import { openGifts } from './rows/gifts.ts';
import { openLedger } from './rows/ledger.ts';
import { openPeers } from './rows/peers.ts';
import { openPurchases } from './rows/purchases.ts';
import { openQueues } from './rows/queues.ts';
import { openRedemptions } from './rows/redemptions.ts';
import { openSignIns } from './rows/sign-ins.ts';
import { openStatements } from './rows/statements.ts';
import type { Row } from './table.ts';

type Measure = (bench: Bench, rounds: number) => Promise<Row[]>;

/** By the words that choose them. */
const SUITES: Record<string, Measure> = {
  ledger: inRounds(openLedger),
  redemption: inRounds(openRedemptions),
  purchase: inRounds(openPurchases),
  claim: inRounds(openClaims),
  'sign-in': inRounds(openSignIns),
  'webhooks outbox': inRounds(openQueues),
  statement: inRounds(openStatements),
  gift: inRounds(openGifts),
  // A peak has no spread: it is what was reached since the processes began.
  memory: async (bench) => measureMemory(bench, await openShops(bench)),
};

/** What is measured only when it is asked for, as others' programs are fetched for it. */
const PEERS = inRounds(openPeers);

/**
 * Every row of the table, one suite after the other so that none disturbs another.
 * @param options.only words; a suite is measured when its name has one of them, and all are when there is none
 */
export async function measureSuites(
  bench: Bench,
  { only, peers, rounds }: { only: string[]; peers: boolean; rounds: number },
): Promise<Row[]> {
  const chosen: [string, Measure][] = peers
    ? [['peers', PEERS]]
    : Object.entries(SUITES).filter(
        ([name]) => only.length === 0 || only.some((word) => name.includes(word)),
      );
  if (chosen.length === 0)
    throw new Error(`There is no such row. There are: ${Object.keys(SUITES).join(', ')}.`);
  const rows: Row[] = [];
  for (const [n, [name, measure]] of chosen.entries()) {
    bench.say(`${name}:`);
    rows.push(...(await onDatabaseOfItsOwn(bench, `bench_${n}`, (own) => measure(own, rounds))));
  }
  return rows;
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
