import { listJobs } from '../../../apps/api/src/app-worker.ts';
import type { OrderDeps } from '../../../apps/api/src/features/mpesa/orders/index.ts';
import { systemClock } from '../../../apps/api/src/platform/clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../apps/api/src/platform/durations.ts';
import { recordRun } from '../../../apps/api/src/platform/jobs/job-runs.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../apps/api/src/platform/nairobi-time.ts';
import { MONDAY, weekdayOf } from './plan.ts';

type Way = {
  setClock: (moment: Date) => Promise<void>;
  untilQuiet: () => Promise<void>;
  beginning: Date;
};

/**
 * Minutes of the day at which the clock stops for jobs: after midnight for expiry and daily totals, at night, at the
 * float check, and in the morning for settlements and reminders.
 */
const STOPS = [15, 4 * 60, 5 * 60 + 30, 9 * 60];
/** Jobs that normally run every few seconds run at this stop. */
const BEATS_AT = 9 * 60;
/** Jobs whose work people see on its day. */
const EACH_DAY = new Set(['deliver-gifts', 'remind-of-expiry', 'expire-vouchers']);
const TUESDAY = MONDAY + 1;
/** Weekdays of jobs that go with the weekly settlement. The float is checked when its charges have been booked. */
const WEEKDAYS = new Map([
  ['make-settlements', MONDAY],
  ['pay-settlements', MONDAY],
  ['sum-up-days', MONDAY],
  ['watch-for-fraud', MONDAY],
  ['issue-invoices', MONDAY],
  ['check-float', TUESDAY],
]);
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
export function createPastJobs(deps: OrderDeps, { setClock, untilQuiet, beginning }: Way) {
  const jobs = listJobs(deps);
  let reached = beginning;

  const isDue = ({ name, when }: (typeof jobs)[number], moment: Date): boolean => {
    const isFirstDay = moment.getTime() < beginning.getTime() + DAY_MS;
    if (!isFirstDay && !isLate(moment) && !EACH_DAY.has(name) && WEEKDAYS.get(name) !== weekdayOf(moment))
      return false;
    if ('everySeconds' in when) return minuteOf(moment) === BEATS_AT;
    return isBetween(when.cron, stopBefore(moment), moment);
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

  return {
    moveTo: async (moment: Date): Promise<void> => {
      for (const stop of stopsBetween(reached, moment)) await stopAt(stop);
      // The clock never goes back: a step may have lasted until after the time of the next one.
      if (moment > systemClock.now()) await setClock(moment);
      reached = moment;
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
