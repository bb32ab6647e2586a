import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { JOBS_SCHEMA } from './migrate-jobs.ts';

/** A cron expression in Nairobi time, to the minute, or a steady beat. */
export type When = { cron: string } | { everySeconds: number };

export type Jobs = {
  /**
   * Has `run` called when the time comes, by one process at a time, however many schedule the same name. A failure
   * is logged and tried again; a process that dies is noticed within half a minute. A process that was only halted
   * may go on beside its successor, so `run` must bear a repetition.
   */
  schedule: (name: string, when: When, run: (signal: AbortSignal) => Promise<unknown>) => Promise<void>;
  /** Takes no more jobs and waits for those under way, 20 seconds at most. */
  stop: () => Promise<void>;
};

const LONGEST_RUN_SECONDS = 600;
const STOP_WITHIN_MS = 20_000;

// No process may run a sweep while another does, so a queue holds one job, waiting or active.
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
 * Runs repeated work on the tables that `migrateJobs` prepared.
 * @param deps.url connection string of the application role
 */
export async function createJobs(deps: { url: string; log: Logger }): Promise<Jobs> {
  const { log } = deps;
  const boss = new PgBoss({
    connectionString: deps.url,
    application_name: 'zawadi-jobs',
    schema: JOBS_SCHEMA,
    max: 3,
    // Definitions belong to the owner; the application's role could not change them.
    migrate: false,
    reindex: false,
    monitorVacuum: false,
    useListenNotify: true,
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
  });
  boss.on('error', (error) => log.error({ err: error }, 'the job queue failed'));
  boss.on('warning', (warning) => log.warn({ reason: warning.message }, 'the job queue warns'));
  await boss.start();
  const timers = new Set<NodeJS.Timeout>();

  async function schedule(
    name: string,
    when: When,
    run: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    await boss.createQueue(name, QUEUE);
    // Queues of an earlier release did not announce their jobs.
    await boss.updateQueue(name, { notify: true });
    await workOn(name, when, run);
    if ('cron' in when) {
      await boss.schedule(name, when.cron, null, { tz: 'Africa/Nairobi', missed: 'once' });
    } else {
      // A beat replaces a cron expression of an earlier release.
      await boss.unschedule(name);
      await beat(name, when.everySeconds);
    }
  }

  async function workOn(
    name: string,
    when: When,
    run: (signal: AbortSignal) => Promise<unknown>,
  ): Promise<void> {
    await boss.work(name, secondsBetweenLooks(when), async ([job]) => {
      if (!job) return;
      try {
        await run(job.signal);
      } catch (error) {
        log.error({ err: error, job: name }, 'a job failed and will be tried again');
        throw error;
      }
    });
  }

  /** Every process asks for every beat, twice; the database keeps one of each. */
  async function beat(name: string, everySeconds: number): Promise<void> {
    const ask = () => boss.send(name, null, { singletonSeconds: everySeconds });
    await ask();
    const askOrLog = () =>
      void ask().catch((error: unknown) => log.warn({ err: error, job: name }, 'a beat was lost'));
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

/** New jobs are announced, so looking is for those that are tried again, and for when announcements fail. */
function secondsBetweenLooks(when: When): {
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
