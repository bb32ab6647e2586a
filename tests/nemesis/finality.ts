import { hash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { JOBS_SCHEMA } from '../../apps/api/src/platform/jobs/migrate-jobs.ts';
import { countOpenPrompts } from './mpesa-book.ts';
import type { System } from './system.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** Intervals at which the worker polls a failed prompt. */
const PAUSES_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS, 6 * HOUR_MS, 19 * HOUR_MS];
/**
 * How far the clock moves before each check: just past each polling interval. A prompt without evidence fails after two
 * days, and is then polled like other failed prompts.
 */
const STEPS_MS = [...PAUSES_MS, 26 * HOUR_MS, ...PAUSES_MS].map((ms) => ms + 5_000);
/** Periodic jobs of the worker that the test starts at once. */
const JOBS = [
  'expire-holds',
  'pull-payments',
  'poll-orders',
  'sweep-provider-messages',
  'check-pay-bill-payments',
  'pay-settlements',
];
/** The channel on which pg-boss announces new jobs. Without a notification, a worker looks every ten seconds only. */
const JOBS_CHANNEL = `pgboss_${hash('sha224', JOBS_SCHEMA).slice(0, 24)}`;
const QUIET_WITHIN_MS = 240_000;
const LOOK_EVERY_MS = 250;

/**
 * SQL that finds everything that is not final. A failed prompt is final after a day, when the worker stops polling it. A
 * paid pay-out is final; only its charge is queried in the next night.
 */
const OPEN = `
  select kind || ' order ' || state as what, id::text, next_poll_at as due from orders
    where state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN')
      or (next_poll_at is not null and (state <> 'SUCCEEDED' or receipt is null))
  union all select 'purchase ' || status, id::text, null from purchases where status = 'PENDING'
  union all select 'withdrawal ' || status, id::text, null from withdrawals where status = 'PENDING'
  union all select 'refund ' || status, id::text, null from refunds where status = 'PENDING'
  union all select 'settlement ' || status, id::text, next_attempt_at from settlements
    where status = 'PROCESSING' or (status = 'PENDING' and next_attempt_at is not null)
  union all select 'hold', id::text, expires_at from holds where status = 'OPEN'
  union all select 'message of M-PESA', id::text, moment() from provider_messages where processed_at is null
  union all select 'outbox ' || topic, id::text, greatest(available_at, lease_until) from outbox where state = 'pending'
  union all select 'webhook', id::text, greatest(next_try_at, lease_until) from webhook_deliveries where state = 'pending'`;

export type Open = { what: string; id: string; due: Date | null };

/**
 * Moves the clock in growing steps and lets the product work until everything is final.
 * @returns everything that is still open at the end
 */
export async function untilFinal(system: System, say: (line: string) => void): Promise<Open[]> {
  while (countOpenPrompts(system) > 0) await pause(LOOK_EVERY_MS);
  let offsetMs = 0;
  let { open, overdue } = await untilNothingIsDue(system, say);
  for (const stepMs of STEPS_MS) {
    if (open.length === 0) return open;
    const before = overdue;
    offsetMs += stepMs;
    await system.moveClock(offsetMs);
    ({ open, overdue } = await untilNothingIsDue(system, say));
    say(`${Math.round(offsetMs / MINUTE_MS)} min later ${open.length} things are open`);
    // Rows that are overdue after two such waits will never become final.
    if (overdue.some((id) => before.includes(id))) return open;
  }
  return open;
}

/**
 * Runs `JOBS` once, and waits until nothing is due.
 * @returns everything that is open, and the ids of overdue rows
 */
async function untilNothingIsDue(
  system: System,
  say: (line: string) => void,
): Promise<{ open: Open[]; overdue: string[] }> {
  await requestJobs(system, JOBS);
  for (const deadline = Date.now() + QUIET_WITHIN_MS; ; await pause(LOOK_EVERY_MS)) {
    const { rows } = await system.owner.query<Open & { isDue: boolean }>(
      `select *, coalesce(due <= moment(), false) as "isDue" from (${OPEN}) o`,
    );
    const due = rows.filter(({ isDue }) => isDue);
    if (due.length === 0 && !(await areJobsRunning(system, JOBS))) return { open: rows, overdue: [] };
    if (Date.now() < deadline) continue;
    for (const { what, id } of due) say(`${what} ${id} has long been due`);
    return { open: rows, overdue: due.map(({ id }) => id) };
  }
}

/** Requests jobs of the worker, which starts them at once. */
export async function requestJobs({ owner }: System, names: readonly string[]): Promise<void> {
  await owner.query(
    `with added as (
       insert into pgboss.job (name) select unnest($1::text[]) on conflict do nothing returning name
     ) select pg_notify($2, name) from added`,
    [names, JOBS_CHANNEL],
  );
}

/** Returns whether any of these jobs waits or runs. */
export async function areJobsRunning({ owner }: System, names: readonly string[]): Promise<boolean> {
  const { rows } = await owner.query(
    `select from pgboss.job where state in ('created', 'active', 'retry') and name = any($1)`,
    [names],
  );
  return rows.length > 0;
}

/** Waits until every killed process has restarted. */
export async function untilWorking({ owner, api }: System): Promise<void> {
  for (; ; await pause(LOOK_EVERY_MS)) {
    const isReady = await fetch(`${api.baseUrl}/readyz`, { signal: AbortSignal.timeout(3_000) }).then(
      (response) => response.ok,
      () => false,
    );
    const isThere = await owner.query('select 1').catch(() => undefined);
    if (isReady && isThere) return;
  }
}
