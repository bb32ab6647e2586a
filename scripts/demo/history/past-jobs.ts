import { listJobs } from '../../../apps/api/src/app-worker.ts';
import type { OrderDeps } from '../../../apps/api/src/features/mpesa/orders/index.ts';
import { systemClock } from '../../../apps/api/src/platform/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../apps/api/src/platform/durations.ts';
import { recordRun } from '../../../apps/api/src/platform/jobs/job-runs.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../apps/api/src/platform/nairobi-time.ts';
import { isClosingMonday, MONDAY, weekdayOf } from './plan.ts';

type Way = {
  setClock: (moment: Date) => Promise<void>;
  untilQuiet: () => Promise<void>;
  /** Returns the days between two moments on which jobs of `BUSY_DAYS` have work. */
  readBusyDays: (from: Date, to: Date) => Promise<BusyDay[]>;
  beginning: Date;
};

/** A day in Nairobi, `yyyy-MM-dd`, on which a job has work. */
export type BusyDay = { day: string; job: string };

/**
 * Minutes of the day at which the clock stops for jobs: after midnight for expiry and daily totals, at night, at the
 * float check, and in the morning for settlements and reminders.
 */
const STOPS = [15, 4 * 60, 5 * 60 + 30, 9 * 60];
/** Jobs that normally run every few seconds run at this stop. */
const BEATS_AT = 9 * 60;
/**
 * SQL query for the days on which jobs have work that people see on its day: delivery of scheduled gifts, reminders and
 * expiry. The jobs find the work themselves, so a day too many costs only time.
 */
export const BUSY_DAYS = `
  select to_char(day, 'YYYY-MM-DD') as day, job from (
    select 'deliver-gifts' as job, ((deliver_at + interval '15 hours') at time zone 'Africa/Nairobi')::date as day
    from vouchers where announced_at is null
    union all
    select 'expire-vouchers', (expires_at at time zone 'Africa/Nairobi')::date + 1
    from vouchers where closed_as is null
    union all
    select 'remind-of-expiry', greatest((expires_at at time zone 'Africa/Nairobi')::date - days_left,
      ((announced_at + interval '15 hours') at time zone 'Africa/Nairobi')::date)
    from vouchers cross join unnest(array[30, 7, 1]) as days_left
    where closed_as is null and announced_at is not null
  ) work
  where day between ($1::timestamptz at time zone 'Africa/Nairobi')::date
    and ($2::timestamptz at time zone 'Africa/Nairobi')::date
  group by day, job`;

/** Jobs that go with the weekly settlement. */
const ON_MONDAYS = new Set(['make-settlements', 'pay-settlements', 'watch-for-fraud', 'issue-invoices']);
/** In these last days the history runs all jobs. The system health page shows the last run of each. */
const LAST_DAYS = 2;
/** In these last days the fraud checks follow each redemption, as in the product. Before, they run once a week. */
const WATCHED_DAYS = 14;

/**
 * Runs the worker's jobs without the worker's queue, whose schedule follows the machine's clock. At each stop, runs the
 * jobs that fell due since the previous stop.
 *
 * Before the last days, most jobs would find nothing: they repair faults that do not occur here, or delete what the
 * last days delete too. They run only on the first day, to repair an interruption of an earlier run.
 */
export function createPastJobs(deps: OrderDeps, { setClock, untilQuiet, readBusyDays, beginning }: Way) {
  const jobs = listJobs(deps);
  let reached = beginning;
  let busy = new Set<string>();

  const isDue = ({ name, when }: (typeof jobs)[number], moment: Date): boolean => {
    const isFirstDay = moment.getTime() < beginning.getTime() + DAY_MS;
    if (!isFirstDay && !isLate(moment) && !hasWork(name, moment)) return false;
    if ('everySeconds' in when) return minuteOf(moment) === BEATS_AT;
    return isBetween(when.cron, stopBefore(moment), moment);
  };

  const hasWork = (name: string, moment: Date): boolean => {
    // The float is checked when M-PESA's charges have been booked.
    if (name === 'check-float') return isClosingMonday(new Date(moment.getTime() - DAY_MS));
    if (ON_MONDAYS.has(name)) return weekdayOf(moment) === MONDAY;
    return busy.has(`${nairobiDay(moment)} ${name}`);
  };

  async function stopAt(moment: Date): Promise<void> {
    const due = jobs.filter((job) => isDue(job, moment));
    if (due.length === 0) return;
    await setClock(moment);
    for (const job of due) {
      await (isLate(moment) ? recordRun(deps.db, job) : job.run());
      // While M-PESA's answer is on its way, the next jobs would repeat the request.
      if (isPaying(job.name)) await untilQuiet();
    }
    await untilQuiet();
  }

  async function moveTo(moment: Date): Promise<void> {
    const stops = stopsBetween(reached, moment);
    const days = stops.length === 0 ? [] : await readBusyDays(reached, moment);
    busy = new Set(days.map(({ day, job }) => `${day} ${job}`));
    for (const stop of stops) await stopAt(stop);
    // The clock never goes back: a step may have lasted until after the time of the next one.
    if (moment > systemClock.now()) await setClock(moment);
    reached = moment;
  }

  return {
    moveTo,
    /** Moves to the present. Otherwise the worker would find that jobs are late, and alert the administrators. */
    moveToPresent: async (): Promise<void> => {
      await moveTo(new Date());
      for (const job of jobs) if ('everySeconds' in job.when) await recordRun(deps.db, job);
      await untilQuiet();
    },
    watch: async (): Promise<void> => {
      if (reached.getTime() < Date.now() - WATCHED_DAYS * DAY_MS) return;
      for (const job of jobs) if (job.name === 'watch-for-fraud') await job.run();
    },
  };
}

function isLate(moment: Date): boolean {
  return moment.getTime() > Date.now() - LAST_DAYS * DAY_MS;
}

/** Returns whether the job sends M-PESA a request. */
function isPaying(name: string): boolean {
  return name === 'pay-settlements' || name.startsWith('check-float');
}

function minuteOf(moment: Date): number {
  return (moment.getTime() - midnightOf(moment)) / MINUTE_MS;
}

function stopsBetween(from: Date, to: Date): Date[] {
  const stops: Date[] = [];
  for (let day = midnightOf(from); day < to.getTime(); day += DAY_MS) {
    for (const minute of STOPS) {
      const stop = day + minute * MINUTE_MS;
      if (stop > from.getTime() && stop < to.getTime()) stops.push(new Date(stop));
    }
  }
  return stops;
}

function stopBefore(moment: Date): Date {
  const stops = stopsBetween(new Date(moment.getTime() - DAY_MS), moment);
  return stops.at(-1) ?? moment;
}

/**
 * Returns whether a cron expression fell due between two moments: "minute hour * * *" or "minute * * * *", in Nairobi.
 */
function isBetween(cron: string, since: Date, until: Date): boolean {
  const [minute = '', hour = ''] = cron.split(' ');
  const period = hour === '*' ? HOUR_MS : DAY_MS;
  const inPeriod = Number(minute) * MINUTE_MS + (hour === '*' ? 0 : Number(hour) * HOUR_MS);
  const midnight = midnightOf(since);
  const passed = Math.floor((since.getTime() - midnight - inPeriod) / period) + 1;
  return midnight + inPeriod + passed * period <= until.getTime();
}

function midnightOf(moment: Date): number {
  return beginningOfNairobiDay(nairobiDay(moment)).getTime();
}
