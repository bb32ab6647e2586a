import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import { eventually } from '@zawadi/story/sandbox-control';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRedeemer } from '../../apps/api/src/features/money/redemptions/index.ts';
import { audit } from '../../apps/api/src/ledger/index.ts';
import { assertLedgerInvariants } from '../../apps/api/src/ledger/invariants.ts';
import { cellOf, nodeOf, nodesOfNames } from '../../apps/api/src/platform/db/cells.ts';
import { createTestDatabase, type TestDatabase } from '../../apps/api/src/testing/test-database.ts';
import { openProduct } from '../../bench/open-product.ts';
import { prepareShop } from '../../bench/vouchers.ts';
import { canCutLinks } from '../../scripts/cluster-ha/machines.ts';
import { layLine, type Line } from './cut-off.ts';
import { asOwner, endPreparedTransactions, freeze } from './nodes.ts';
import { redeemUntilAnswered } from './tills.ts';

const canCut = canCutLinks();
if (!canCut) process.stdout.write('Only root can cut lines, so none is cut here.\n');
const SILENT = 1;
const SILENCE_MS = 20_000;
/** Tills that do not need the node wait no longer than that, and those that do for as long after it is back. */
const GAP_MS = 10_000;
/** More than the redeemer has batches under way. */
const TILLS_OF_SILENT = 24;
const TILLS_OF_OTHERS = 4;

let database: TestDatabase;
let line: Line | undefined;
let deps: ReturnType<typeof openProduct>;
let merchantIds: string[];
/** Those of vouchers that need the node, for themselves or for the name of their code, and the others. */
let codesOf: { silent: string[]; others: string[] };
const needsOfCodes = new Map<string, string>();
const answered: string[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  const { codes } = await prepareShop(database.appUrl, { merchants: 1, vouchers: 64 });
  deps = openProduct(database.appUrl, 'citus-test');
  const merchants = await deps.db.selectFrom('merchants').select('id').execute();
  merchantIds = merchants.map(({ id }) => id);
  const nodes = await readNodesOfVouchers();
  const redeemer = createRedeemer(deps);
  const of = { silent: [] as string[], others: [] as string[] };
  for (const [n, code] of codes.entries()) {
    const id = await redeemUntilAnswered(redeemer, { codes, merchantIds }, n, randomUUID());
    answered.push(id);
    const { voucher_id: voucherId } = await deps.db
      .selectFrom('redemptions')
      .select('voucher_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const needed = nodes.get(voucherId) ?? [];
    needsOfCodes.set(code, `cell ${cellOf(voucherId)}, nodes ${needed.join(' and ')}`);
    of[needed.includes(SILENT) ? 'silent' : 'others'].push(code);
  }
  codesOf = of;
  if (canCut) line = await asOwner(database.ownerUrl, (owner) => layLine(owner, SILENT));
}, 240_000);
afterAll(async () => {
  await deps.db.destroy();
  await line?.remove();
  await database.drop();
});

/** The numbers of the nodes that have each voucher and the name of its code. */
async function readNodesOfVouchers(): Promise<Map<string, number[]>> {
  const names = await deps.db
    .selectFrom('unique_names')
    .select(['key', 'target_id as voucherId'])
    .where('kind', '=', 'voucher_code')
    .execute();
  const ofNames = await nodesOfNames(
    deps.db,
    names.map(({ key }) => key),
  );
  const entries = names.map(async ({ voucherId }, n): Promise<[string, number[]]> => [
    voucherId,
    [await nodeOf(deps.db, cellOf(voucherId)), ofNames[n] ?? 0],
  ]);
  return new Map(await Promise.all(entries));
}

/** What the coordinator was asked and has not answered. */
async function readUnderWay(): Promise<object[]> {
  const { rows } = await asOwner(database.ownerUrl, (owner) =>
    owner.query<object>(`
      select wait_event as "waitsFor", state, now() - state_change as "since", left(query, 120) as query from pg_stat_activity
      where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`),
  );
  return rows;
}

const silences = {
  'is cut off': {
    isPossible: canCut,
    begin: () => {
      line?.cut();
      return { end: () => line?.mend() };
    },
  },
  hangs: {
    isPossible: true,
    begin: () => {
      const { thaw } = freeze(SILENT);
      return { end: thaw };
    },
  },
} as const;

test.each(Object.entries(silences).filter(([, { isPossible }]) => isPossible))(
  'while a node %s the vouchers that do not need it are redeemed, and afterwards nothing is lost or doubled',
  async (what, { begin }) => {
    const redeemer = createRedeemer(deps);
    const before = answered.length;
    const waits = new Map<string, { answers: number; longestMs: number; longest: string }>();
    let beganAt = performance.now();
    let isOver = false;
    const tills = Object.entries(codesOf).flatMap(([kind, codes]) => {
      const count = kind === 'silent' ? TILLS_OF_SILENT : TILLS_OF_OTHERS;
      return Array.from({ length: count }, async (_, till) => {
        for (let n = till; !isOver; n += count) {
          const since = performance.now();
          const tries: string[] = [];
          const onTry = (brought: unknown) =>
            tries.push(
              `${Math.round(performance.now() - since)} ms: ${inspect(brought, { breakLength: Infinity })}`,
            );
          answered.push(await redeemUntilAnswered(redeemer, { codes, merchantIds }, n, randomUUID(), onTry));
          const { answers, ...before } = waits.get(kind) ?? { answers: 0, longestMs: 0, longest: '' };
          const longestMs = performance.now() - since;
          const longest = [
            `${needsOfCodes.get(codes[n % codes.length] ?? '')}, asked ${Math.round(since - beganAt)} ms after the silence began`,
            ...tries,
          ].join('\n  ');
          waits.set(kind, {
            answers: answers + 1,
            ...(longestMs > before.longestMs ? { longestMs, longest } : before),
          });
        }
      });
    });
    const all = Promise.all(tills);
    await eventually('answers', async () => answered.length - before > 4 * tills.length || undefined);
    waits.clear();
    beganAt = performance.now();
    const silence = begin();
    await pause(SILENCE_MS);
    const meanwhile = new Map(waits);
    const underWay = await readUnderWay();
    silence.end();
    await pause(GAP_MS);
    isOver = true;
    await all;
    const text = [...waits].map(
      ([kind, { answers, longestMs }]) =>
        `${kind}: ${answers} answers, ${meanwhile.get(kind)?.answers ?? 0} of them meanwhile, longest wait ${Math.round(longestMs)} ms`,
    );
    process.stdout.write(`a node ${what} for ${SILENCE_MS} ms; ${text.join('; ')}\n`);
    await asOwner(database.ownerUrl, endPreparedTransactions);
    const { silent, others } = Object.fromEntries(waits);
    expect(silent?.longestMs).toBeLessThan(SILENCE_MS + GAP_MS);
    expect(others?.longestMs, `${others?.longest}\nunder way: ${inspect(underWay)}`).toBeLessThan(GAP_MS);
    expect(new Set(answered).size).toBe(answered.length);
    const redemptions = await deps.db.selectFrom('redemptions').select('id').execute();
    expect(redemptions.map(({ id }) => id).toSorted()).toEqual(answered.toSorted());
    expect(await audit(deps.db)).toMatchObject({ addsUp: true, differences: [] });
    await assertLedgerInvariants(deps.db);
  },
  240_000,
);
