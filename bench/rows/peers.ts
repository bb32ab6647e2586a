import { fork, spawnSync, type ChildProcess } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createRedeemer } from '../../apps/api/src/features/money/redemptions/index.ts';
import { withDatabase } from '../../apps/api/src/testing/clone-database.ts';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import { runCallers, sampleOf } from '../callers.ts';
import { openProduct } from '../open-product.ts';
import { measuring, type Case, type Sample, type Suite } from '../rounds.ts';
import { prepareShop } from '../vouchers.ts';

const TOOL = resolve(import.meta.dirname, '../../tools/medusa');
const DATABASE = 'bench_medusa';
const CONNECTIONS = [1, 16, 64];
const VOUCHERS = 1_000;
const PEER = 'Medusa: debit of store credit, its module service (peer)';

/**
 * Measures redemptions without HTTP, compared with debits of store credit in Medusa. Both run in a process of their
 * own, with databases on the same PostgreSQL.
 */
export async function openPeers(bench: Bench): Promise<Suite> {
  installMedusa(bench);
  await createPlainDatabase(bench);
  bench.say(
    'Preparing vouchers and accounts of store credit; the rest of a shop, which Medusa misses, is not needed …',
  );
  const medusa = await startMedusa(withDatabase(bench.ownerUrl, DATABASE));
  const { codes } = await prepareShop(bench.appUrl, { merchants: 1, vouchers: VOUCHERS });
  const deps = openProduct(bench.appUrl, 'bench-peers');
  const { id: merchantId } = await deps.db.selectFrom('merchants').select('id').executeTakeFirstOrThrow();
  const redeemer = createRedeemer(deps);

  const redeemOnce = async (): Promise<boolean> => {
    const outcome = await redeemer.redeem({
      merchantId,
      id: codes[randomInt(codes.length)] ?? '',
      amountShillings: 1,
      idempotencyKey: randomUUID(),
      server: { channel: 'api', staffId: null },
      at: { placeId: merchantId, till: null },
    });
    if (!('answer' in outcome)) throw outcome.refusal;
    return true;
  };
  return {
    cases: CONNECTIONS.flatMap((connections): Case[] => [
      {
        name: PEER,
        connections,
        prepare: measuring(() => medusa.run(connections, bench.seconds)),
      },
      {
        name: 'redemption, without HTTP',
        connections,
        beside: { name: PEER },
        prepare: measuring(() => runCallers(connections, bench.seconds, redeemOnce)),
      },
    ]),
    close: async () => {
      await medusa.stop();
      await deps.db.destroy();
    },
  };
}

/** Medusa is large and nothing else uses it, so install it only here, without install scripts. */
function installMedusa({ say }: Bench): void {
  say('Installing Medusa, if it is not there yet …');
  const { status } = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: TOOL,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('Medusa could not be installed; see above.');
}

async function createPlainDatabase({ superuserUrl, ownerUrl }: Bench): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query(`create database ${DATABASE} owner ${new URL(ownerUrl).username}`);
  await client.end();
}

async function startMedusa(databaseUrl: string) {
  const task = JSON.stringify({ databaseUrl, connections: Math.max(...CONNECTIONS) });
  const child = fork(join(TOOL, 'debit.mjs'), [task], {
    cwd: TOOL,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await answerOf(child);
  return {
    run: async (atOnce: number, seconds: number): Promise<Sample> => {
      child.send({ atOnce, seconds });
      const answer = await answerOf<{ latencies: number[]; seconds: number }>(child);
      return sampleOf(answer.latencies, answer.seconds);
    },
    stop: async () => {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller states the type of the answer
async function answerOf<Answer>(child: ChildProcess): Promise<Answer> {
  const ended = once(child, 'exit').then(() => {
    throw new Error('Medusa ended; see above.');
  });
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Answer];
  return answer;
}
