import { listJobs } from '../../../apps/api/src/app-worker.ts';
import type { OrderDeps } from '../../../apps/api/src/features/mpesa/orders/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../apps/api/src/platform/durations.ts';
import { recordRun } from '../../../apps/api/src/platform/jobs/job-runs.ts';
import { beginningOfNairobiDay, nairobiDay } from '../../../apps/api/src/platform/nairobi-time.ts';

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
/**
 * In the history, jobs that normally run every few seconds run once a day: the faults that they repair do not occur.
 */
const BEATS_AT = 9 * 60;

/**
 * Runs the worker's jobs without the worker's queue, whose schedule follows the machine's clock. At each stop, runs the
 * jobs that fell due since the previous stop.
 */
export function createPastJobs(deps: OrderDeps, { setClock, untilQuiet, beginning }: Way) {
  const jobs = listJobs(deps);
  let reached = beginning;
  let lastStop = beginning;

  async function stopAt(moment: Date): Promise<void> {
    await setClock(moment);
    const isBeatDue = minuteOf(moment) === BEATS_AT;
    for (const job of jobs) {
      const isDue = 'everySeconds' in job.when ? isBeatDue : isBetween(job.when.cron, lastStop, moment);
      if (!isDue) continue;
      await (isShown(moment) ? recordRun(deps.db, job) : job.run());
      if (isPaying(job.name)) await untilQuiet();
    }
    await untilQuiet();
    lastStop = moment;
  }

  return {
    moveTo: async (moment: Date): Promise<void> => {
      for (const stop of stopsBetween(reached, moment)) await stopAt(stop);
      await setClock(moment);
      reached = moment;
    },
    watch: async (): Promise<void> => {
      for (const job of jobs) if (job.name === 'watch-for-fraud') await job.run();
    },
  };
}

/** Returns whether the system health page may show a run at this moment: it shows only the last run of each job. */
function isShown(moment: Date): boolean {
  return moment.getTime() > Date.now() - 2 * DAY_MS;
}

function minuteOf(moment: Date): number {
  return (moment.getTime() - midnightOf(moment)) / MINUTE_MS;
}

/**
 * Returns whether the job sends M-PESA a request. Until its callback arrives, the next jobs would repeat the request.
 */
function isPaying(name: string): boolean {
  return name === 'pay-settlements' || name.startsWith('check-float');
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
