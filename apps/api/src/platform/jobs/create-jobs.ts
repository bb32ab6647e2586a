import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { JOBS_SCHEMA } from './migrate-jobs.ts';

/** A cron expression in Nairobi time, accurate to the minute, or a fixed interval. */
export type When = { cron: string } | { everySeconds: number };

export type Jobs = {
  /**
   * Schedules a job. One process at a time calls `run`, however many processes schedule the same name. Failures are
   * logged and retried. The death of a process is detected within half a minute. A process that only froze may
   * continue while another one runs the job, so `run` must be safe to repeat.
   */
  schedule: (name: string, when: When, run: (signal: AbortSignal) => Promise<unknown>) => Promise<void>;
  /** Starts no more jobs, and waits at most 20 seconds for running ones. */
  stop: () => Promise<void>;
};

const LONGEST_RUN_SECONDS = 600;
const STOP_WITHIN_MS = 20_000;

// Only one process at a time may run a sweep, so a queue has at most one job, waiting or active.
const QUEUE = {
  policy: 'exclusive',
  heartbeatSeconds: 15,
  expireInSeconds: LONGEST_RUN_SECONDS,
  retryLimit: 5,
  retryDelay: 1,
  retryBackoff: true,
  retryDelayMax: 30,
  deleteAfterSeconds: 3_600,
} as const;

/**
 * Runs scheduled jobs with the tables that `migrateJobs` created.
 * @param deps.url connection string of the application role
 */
export async function createJobs(deps: { url: string; log: Logger }): Promise<Jobs> {
  const { log } = deps;
  const boss = new PgBoss({
    connectionString: deps.url,
    application_name: 'zawadi-jobs',
    schema: JOBS_SCHEMA,
    max: 3,
    // Only the owner's role may change definitions; the application's role may not.
    migrate: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', (error) => log.error({ err: error }, 'job queue failed'));
  boss.on('warning', (warning) => log.warn({ reason: warning.message }, 'job queue warning'));
  await boss.start();
  const timers = new Set<NodeJS.Timeout>();

  async function schedule(
    name: string,
    when: When,
    run: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    await boss.createQueue(name, QUEUE);
    // An earlier release created its queues without notifications.
    await boss.updateQueue(name, { notify: true });
    await workOn(name, when, run);
    if ('cron' in when) {
      await boss.schedule(name, when.cron, null, { tz: 'Africa/Nairobi', missed: 'once' });
    } else {
      // Removes the cron expression that an earlier release set for this job.
      await boss.unschedule(name);
      await beat(name, when.everySeconds);
    }
  }

  async function workOn(
    name: string,
    when: When,
    run: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    await boss.work(name, pollingIntervals(when), async ([job]) => {
      if (!job) return;
      try {
        await run(job.signal);
      } catch (error) {
        log.error({ err: error, job: name }, 'job failed; it will be retried');
        throw error;
      }
    });
  }

  /**
   * Requests the runs of a job at its interval. Each process requests each run twice, and the database keeps one
   * request.
   */
  async function beat(name: string, everySeconds: number): Promise<void> {
    const ask = () => boss.send(name, null, { singletonSeconds: everySeconds });
    await ask();
    const askOrLog = () =>
      void ask().catch((error: unknown) =>
        log.warn({ err: error, job: name }, 'scheduled run could not be queued'),
      );
    timers.add(setInterval(askOrLog, everySeconds * 500));
  }

  return {
    schedule,
    stop: async () => {
      for (const timer of timers) clearInterval(timer);
      await boss.stop({ graceful: true, timeout: STOP_WITHIN_MS });
    },
  };
}

/**
 * Returns the polling interval of a queue. Notifications announce new jobs, so polling is needed only for retries and
 * lost notifications.
 */
function pollingIntervals(when: When): {
  pollingIntervalSeconds: number;
  notifyPollingIntervalSeconds: number;
} {
  if ('cron' in when) return { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 30 };
  const pollingIntervalSeconds = Math.min(2, Math.max(0.5, when.everySeconds / 2));
  return {
    pollingIntervalSeconds,
    notifyPollingIntervalSeconds: Math.min(10, Math.max(pollingIntervalSeconds, when.everySeconds)),
  };
}
