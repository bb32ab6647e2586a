import { publicSettings } from '@zawadi/contract';
import { newPerson, type SignedIn } from '@zawadi/story/people';
import { expect } from 'vitest';
import { listJobs } from '../../apps/api/src/app-worker.ts';
import { openClock, type MovableClock } from '../../apps/api/src/platform/db/clock-offset.ts';
import { bookOpeningFloat, watchBooks } from '../../apps/api/src/testing/books-agree.ts';
import { newConsumer } from '../../apps/api/src/testing/consumers.ts';
import { register, start } from '../../apps/api/src/testing/purchase-calls.ts';
import { createSettlingSystem } from '../../apps/api/src/testing/settlement-calls.ts';
import type { TestSystem } from '../../apps/api/src/testing/test-system.ts';
import { until } from '../../apps/api/src/testing/until.ts';
import { newSaver, registerAndStartWithdrawal } from '../../apps/api/src/testing/withdrawal-calls.ts';
import { countOpenOrders } from './open-orders.ts';

const MINUTE_SECONDS = 60;
const OUTAGE_SECONDS = 121 * MINUTE_SECONDS;
const WITHDRAWALS_OF_ONE_SAVER = 2;
const AT_ONCE = 5;

/** The worker's jobs that have a part in an outage. The others would only make the test slower. */
const JOBS = new Set(['sweep-provider-messages', 'poll-orders', 'pull-payments', 'watch-for-alerts']);

/** Answers of the payers before the outage, in the share of ten payments. */
const ANSWERS = [
  { name: 'paid', share: 6, behaviour: { autoAnswer: 'approve' } },
  { name: 'cancelled', share: 1, behaviour: { autoAnswer: 'cancel' } },
  { name: 'unanswered', share: 1, behaviour: { autoAnswer: 'ignore', promptLifetimeMs: 1_000 } },
] as const;
const WITHDRAWALS_SHARE = 2;

export type Outage = {
  payments: number;
  alertAfterSeconds: number;
  finalAfterSeconds: number;
  queries: number;
};

/**
 * Plays two hours in which M-PESA has the payers' answers but answers no call and delivers no callback, on a clock that the
 * test moves. Checks notice, alert, outcomes and books.
 * @param payments open payments at the beginning, a multiple of ten
 */
export async function playOutage(payments: number): Promise<Outage> {
  const system = await createSettlingSystem();
  const clock = await openClock({ provider: 'sandbox' }, system.deps.config.database.ownerUrl ?? '');
  try {
    return await play(system, clock, payments);
  } finally {
    await clock.setOffset(0);
    await clock.close();
    await system.close();
  }
}

async function play(system: TestSystem, clock: MovableClock, payments: number): Promise<Outage> {
  await bookOpeningFloat(system);
  const compareBooks = await watchBooks(system);
  const expected = await openPayments(system, payments);
  await system.sandbox.behave({ failHttp: { path: '/', status: 503, times: 1_000_000 } });
  const pass = createTime(system, clock);

  await pass.seconds(MINUTE_SECONDS, 5);
  const [alert] = await silenceAlerts(system);
  expect(alert).toMatchObject({ isOpen: true });
  await until(async () => expect(await isNoticeShown(system)).toBe(true));
  await system.sandbox.mail(system.deps.config.support.email, /M-PESA does not answer/u);
  await pass.seconds(OUTAGE_SECONDS - MINUTE_SECONDS, 2 * MINUTE_SECONDS);
  // One alert for the whole outage, and no outcome is guessed.
  expect(await silenceAlerts(system)).toEqual([alert]);
  expect(await countOpenOrders(system)).toBe(payments);

  await system.sandbox.behave({ failHttp: null, callback: { drop: false } });
  let finalAfterSeconds = 0;
  while (finalAfterSeconds < 30 * MINUTE_SECONDS && (await countOpenOrders(system)) > 0) {
    await pass.seconds(15, 15);
    finalAfterSeconds += 15;
  }
  expect(await outcomes(system)).toEqual(expected);
  await pass.seconds(MINUTE_SECONDS, 15);
  expect((await silenceAlerts(system)).map(({ isOpen }) => isOpen)).toEqual([false]);
  await until(async () => expect(await isNoticeShown(system)).toBe(false));
  const { rows } = await system.owner.query<{ askedBy: string; count: number }>(
    `select asked_by as "askedBy", count(*)::int as count from payment_queries group by asked_by`,
  );
  expect(rows.map(({ askedBy }) => askedBy)).toEqual(['worker']);
  await compareBooks();
  const queries = rows[0]?.count ?? 0;
  return { payments, alertAfterSeconds: alert?.afterSeconds ?? 0, finalAfterSeconds, queries };
}

/** Opens payments that M-PESA decides and whose callbacks are lost; returns the outcomes that they must get. */
async function openPayments(system: TestSystem, payments: number): Promise<Record<string, number>> {
  const tenth = payments / 10;
  const savers = await inTurns((WITHDRAWALS_SHARE * tenth) / WITHDRAWALS_OF_ONE_SAVER, () =>
    newSaver(system),
  );
  const buyers = await inTurns(tenth, () => newConsumer(system));
  await system.owner.query('delete from payment_queries');
  await system.sandbox.behave({ callback: { drop: true } });
  const { collection } = await system.sandbox.books();
  for (const { share, behaviour } of ANSWERS) {
    await system.sandbox.behave(behaviour);
    await inTurns(share * tenth, (n) => pay(system, buyers[n % buyers.length]));
  }
  for (let n = 0; n < WITHDRAWALS_OF_ONE_SAVER; n += 1)
    for (const saver of savers) await registerAndStartWithdrawal(system, saver, 100 + n);
  await until(async () =>
    expect((await system.sandbox.books()).collection).toBe(collection + 6 * tenth * 200),
  );
  const { rows } = await system.owner.query<{ count: number }>(
    `select count(*)::int as count from orders where state = 'SENT'`,
  );
  expect(rows[0]?.count).toBe(payments);
  return {
    'purchase CANCELED': 2 * tenth,
    'purchase COMPLETED': 6 * tenth + savers.length,
    'withdrawal COMPLETED': 2 * tenth,
  };
}

/** Requests a prompt on the phone of a relative, because a phone shows one prompt at a time. */
async function pay(system: TestSystem, buyer: SignedIn | undefined): Promise<void> {
  if (!buyer) throw new Error('there is no buyer');
  const { phoneNumber: partyA } = newPerson('Musa', 'Otieno');
  const registered = await register(system, buyer, { amount: 200, partyA });
  const { outcome } = await start(system, buyer, registered);
  if (outcome !== 'ok') throw new Error(`prompt refused: ${outcome}`);
}

async function inTurns<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) {
    const some = Math.min(AT_ONCE, count - made.length);
    made.push(...(await Promise.all(Array.from({ length: some }, (_, n) => make(made.length + n)))));
  }
  return made;
}

/** Moves the clock in steps, and runs the jobs that fell due in each. */
function createTime({ deps, idle }: TestSystem, clock: MovableClock) {
  const jobs = listJobs(deps).flatMap(({ name, when, run }) =>
    JOBS.has(name) && 'everySeconds' in when ? [{ everySeconds: when.everySeconds, run }] : [],
  );
  const startedAt = Date.now();
  let now = 0;
  return {
    seconds: async (count: number, step: number): Promise<void> => {
      for (const end = now + count; now < end;) {
        const before = now;
        now += step;
        await clock.setOffset(startedAt + now * 1_000 - Date.now());
        for (const { everySeconds, run } of jobs)
          if (Math.floor(now / everySeconds) > Math.floor(before / everySeconds)) await run();
        await idle();
      }
    },
  };
}

async function silenceAlerts({ owner }: TestSystem) {
  const { rows } = await owner.query<{ isOpen: boolean; afterSeconds: number }>(
    `select a.resolved_at is null as "isOpen",
       round(extract(epoch from a.first_at - (select max(sent_at) from orders)))::int as "afterSeconds"
     from alerts a where a.kind = 'provider_silent'`,
  );
  return rows;
}

async function isNoticeShown({ call }: TestSystem): Promise<boolean> {
  return (await call(publicSettings, {})).answer.isMpesaSilent === true;
}

async function outcomes({ owner }: TestSystem): Promise<Record<string, number>> {
  const { rows } = await owner.query<{ what: string; count: number }>(
    `select 'purchase ' || status as what, count(*)::int as count from purchases group by status
     union all select 'withdrawal ' || status, count(*)::int from withdrawals group by status`,
  );
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]));
}
