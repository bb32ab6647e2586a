import { setTimeout as pause } from 'node:timers/promises';
import { bookOpeningFloat, watchBooks } from '../../apps/api/src/testing/books-agree.ts';
import { newConsumers } from '../../apps/api/src/testing/consumers.ts';
import { switchFeatures } from '../../apps/api/src/testing/feature-switches.ts';
import { createRandom } from '../faults/random.ts';
import { createClientBook, type ClientBook } from './client-book.ts';
import { newCaller, runCaller } from './callers.ts';
import { runConsumer, type Play } from './consumers.ts';
import { untilCalm } from './faults.ts';
import { untilFinal, untilWorking, type Open } from './finality.ts';
import { hasOurAddresses } from './mpesa-book.ts';
import { injectFaults, type Played } from './nemesis.ts';
import {
  runAdministrator,
  addAdministrator,
  openMakingShop,
  openPaidShop,
  runShopSales,
} from './shops-and-administrators.ts';
import { lastWords, startSystem, type System } from './system.ts';
import { compareBooks } from './three-books.ts';

export type Settings = {
  seed: number;
  minutes: number;
  consumers: number;
  /** Words from the names of the faults to inject. If empty, all faults are injected. */
  only: string[];
  say: (line: string) => void;
};

export type Outcome = {
  played: Played[];
  book: ClientBook;
  /** Violations: money lost or doubled, books that differ, acknowledged answers that were not kept. */
  violations: string[];
  /** Rows that do not become final, however far the clock moves. */
  open: Open[];
  /** Open reviews for administrators, by kind. */
  reviews: { kind: string; count: number; subjects: string[] }[];
  slowest: { kind: string; count: number; median: number; longest: number }[];
  isDiskFilled: boolean;
  words: string;
};

const VICTIMS = 6;
const CALLERS = 3;
const MAKING_SHOPS = 2;
const PAID_SHOPS = 2;
const ADMINISTRATORS = 2;
const MINUTE_MS = 60_000;
const LOOK_EVERY_MS = 100;

/**
 * Lets simulated people use a system while faults are injected, then moves the clock on, and compares the three books.
 */
export async function run(settings: Settings): Promise<Outcome> {
  const system = await startSystem();
  try {
    return await runOn(system, settings);
  } finally {
    await system.stop();
  }
}

async function runOn(system: System, { seed, minutes, consumers, only, say }: Settings): Promise<Outcome> {
  const book = createClientBook();
  const startedAt = Date.now();
  const sayWhen = (line: string) =>
    say(`${((Date.now() - startedAt) / 1_000).toFixed(1).padStart(6)} s  ${line}`);
  await untilCalm(system);
  while (!hasOurAddresses(system)) await pause(LOOK_EVERY_MS);
  await bookOpeningFloat(system);
  const booksAgree = await watchBooks(system);
  await welcome(system, book, { consumers, seed });
  await switchFeatures(system, true, 'ussd', 'giftsFromWallet', 'basket');
  book.callers.push(...Array.from({ length: CALLERS }, (_, n) => newCaller(seed, 'caller', n)));
  const making = await Promise.all(
    Array.from({ length: MAKING_SHOPS }, (_, n) => openMakingShop(system, book, `${seed}/making/${n}`)),
  );
  const paid = await Promise.all(
    Array.from({ length: PAID_SHOPS }, (_, n) => openPaidShop(system, `${seed}/paid/${n}`)),
  );
  book.shops.push(...making, ...paid);
  const administrators = await Promise.all(
    Array.from({ length: ADMINISTRATORS }, () => addAdministrator(system)),
  );
  sayWhen(
    `${consumers} consumers, ${CALLERS} callers by USSD, ${book.shops.length} shops and ${ADMINISTRATORS} administrators begin`,
  );

  let isOver = false;
  const play: Play = { system, book, isOver: () => isOver };
  const people = [
    ...book.consumers.map((consumer) => runConsumer(play, consumer)),
    ...book.callers.map((caller) => runCaller(play, caller)),
    ...making.map((shop, n) => runShopSales(play, shop, `customer ${n}`, createRandom(seed, 'sales', n))),
    ...administrators.map((administrator, n) =>
      runAdministrator(play, administrator, paid, createRandom(seed, 'administrator', n)),
    ),
  ].map((life) =>
    // An unexpected error ends one simulated person and counts as a finding; the others continue.
    life.catch((error: unknown) => {
      book.contradictions.push(`a client gave up: ${error instanceof Error ? error.message : String(error)}`);
    }),
  );
  const nemesis = injectFaults({
    system,
    book,
    random: createRandom(seed, 'nemesis'),
    only,
    isOver: () => isOver,
    say: sayWhen,
  });
  const end = pause(minutes * MINUTE_MS).then(() => (isOver = true));
  try {
    await Promise.race([end, Promise.all(people), nemesis]);
    await end;
  } finally {
    isOver = true;
  }
  const played = await nemesis;
  sayWhen('the nemesis is done, everything works again');
  await untilWorking(system);
  await untilCalm(system);
  await Promise.all(people);
  const open = await untilFinal(system, sayWhen);
  const violations = await compareBooks({ system, book, booksAgree });
  await Promise.all(book.shops.map(({ receiver }) => receiver.close()));
  return {
    played,
    book,
    violations,
    open,
    reviews: await readReviews(system),
    slowest: await readSlowest(system),
    isDiskFilled: system.database.disk !== undefined,
    words: violations.length + open.length > 0 ? lastWords(system.dataDir, 5) : '',
  };
}

async function welcome(
  system: System,
  book: ClientBook,
  { consumers, seed }: { consumers: number; seed: number },
): Promise<void> {
  const people = await newConsumers(system, consumers + VICTIMS);
  const all = people.map((person, n) => ({ ...person, random: createRandom(seed, 'consumer', n) }));
  book.victims.push(...all.slice(0, VICTIMS));
  book.consumers.push(...all.slice(VICTIMS));
}

async function readReviews({ owner }: System): Promise<Outcome['reviews']> {
  const { rows } = await owner.query<Outcome['reviews'][number]>(
    `select kind, count(*)::int as count, array_agg(subject_id::text) as subjects from reviews
     where resolved_at is null group by kind order by kind`,
  );
  return rows;
}

/** Reads how long each kind of work took to become final, in seconds of the product's clock. */
async function readSlowest({ owner }: System): Promise<Outcome['slowest']> {
  const { rows } = await owner.query<Outcome['slowest'][number]>(`
    select kind, count(*)::int as count,
      percentile_disc(0.5) within group (order by seconds)::int as median, max(seconds)::int as longest
    from (
      select 'purchase ' || status as kind, extract(epoch from completed_at - pending_since) as seconds from purchases
        where status = 'COMPLETED'
      union all select 'purchase CANCELED', extract(epoch from
          (select max(o.ended_at) from orders o where o.home_id = p.home_id) - p.pending_since)
        from purchases p where status = 'CANCELED'
      union all select 'withdrawal ' || status, extract(epoch from settled_at - pending_since) from withdrawals
        where status in ('COMPLETED', 'CANCELED')
      union all select 'refund to ' || returned_to, extract(epoch from settled_at - created_at) from refunds
        where status = 'COMPLETED'
      union all select 'settlement ' || status, extract(epoch from completed_at - created_at) from settlements
        where status = 'COMPLETED'
    ) ended group by kind order by kind`);
  return rows;
}
