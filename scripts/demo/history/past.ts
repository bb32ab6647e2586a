import { join } from 'node:path';
import { createSandbox } from '@zawadi/sandbox';
import { createApiClient } from '@zawadi/story/api-client';
import { freePort } from '@zawadi/story/free-port';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import type { World } from '@zawadi/story/steps';
import { createApi, createDeps } from '../../../apps/api/src/app.ts';
import { createDeliveryHandlers } from '../../../apps/api/src/app-worker.ts';
import type { OrderDeps } from '../../../apps/api/src/features/mpesa/orders/index.ts';
import { sendPayBillAddresses } from '../../../apps/api/src/features/money/callbacks/index.ts';
import { enterReportAddresses } from '../../../apps/api/src/features/services/delivery-reports/index.ts';
import { systemClock } from '../../../apps/api/src/platform/clock.ts';
import { readConfig } from '../../../apps/api/src/config/config.ts';
import { openClock } from '../../../apps/api/src/platform/db/clock-offset.ts';
import { handleDueRows } from '../../../apps/api/src/platform/outbox/handle-due-rows.ts';
import { BUSY_DAYS, createPastJobs, type BusyDay } from './past-jobs.ts';
import { openPool } from '../../../apps/api/src/platform/db/connections.ts';

export type Past = {
  world: World & { sandboxUrl: string };
  deps: OrderDeps;
  /** Moves the clock forward to a moment, and runs all jobs that fall due until then. */
  moveTo: (moment: Date) => Promise<void>;
  /** Moves the clock to the present, and runs all jobs that run every few seconds or minutes. */
  moveToPresent: () => Promise<void>;
  /** Waits until no messages, callbacks or payments are in flight. */
  untilQuiet: () => Promise<void>;
  /** Runs the fraud checks, as the worker does within seconds. */
  watch: () => Promise<void>;
  close: () => Promise<void>;
};

const QUIET_WITHIN_MS = 5_000;
const LOOK_AGAIN_MS = 8;

/** Time of the latest stored transfer or float check. An interrupted run may be ahead of its last saved step. */
const LATEST = `
  select greatest((select max(posted_at) from ledger.transfers), (select max(at) from float_checks)) as latest`;

/** Ends leases of an earlier run that was killed. No other process works on this outbox now. */
const END_LEASES = `update outbox set lease_until = now() where state = 'pending' and lease_until > now()`;

const ON_ITS_WAY = {
  name: 'on its way',
  text: `
    select (select count(*)::int from outbox where state = 'pending' and available_at <= moment()) as outbox,
      (select count(*)::int from provider_messages where processed_at is null)
      + (select count(*)::int from orders where state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN'))
      + (select count(*)::int from settlements where status = 'PROCESSING')
      + (select count(*)::int from refunds where status = 'PENDING')
      + (select count(*)::int from float_checks where status = 'ASKING') as mpesa`,
};

const FLUSH = `select pg_logical_emit_message(true, 'zawadi', '')`;

/** The database then commits without waiting for its disk. `FLUSH` does, for all earlier commits. */
function withoutWaiting(url: string): string {
  const changed = new URL(url);
  changed.searchParams.set('options', '-c synchronous_commit=off -c statement_timeout=15000');
  return changed.href;
}

/**
 * Runs the whole product in this process, on unpublished ports, with a clock in the past. Links in messages have the
 * product's final URL.
 * @param environment variables of the start, with both URLs of the database
 */
export async function openPast(
  environment: Record<string, string | undefined>,
  { dataDir, ownerUrl, beginning }: { dataDir: string; ownerUrl: string; beginning: Date },
): Promise<Past> {
  const [port, sandboxPort] = [await freePort(), await freePort(2)];
  const config = readConfig({
    LOG_LEVEL: 'warn',
    ...environment,
    PUBLIC_URL: readConfig(environment).publicUrl,
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    // Each connection plans the statements again.
    DATABASE_CONNECTIONS: '4',
    SMTP_URL: undefined,
  });
  const closers = new AsyncDisposableStack();
  try {
    const clock = await openClock(config, withoutWaiting(ownerUrl));
    closers.defer(clock.close);
    const setClock = (moment: Date) => clock.setOffset(moment.getTime() - Date.now());
    // Also flushes while it reads.
    const owner = openPool({ connectionString: ownerUrl, max: 2 });
    closers.defer(() => owner.end());
    await owner.query(END_LEASES);
    const { rows } = await owner.query<{ latest: Date | null }>(LATEST);
    const start = new Date(Math.max(beginning.getTime(), rows[0]?.latest?.getTime() ?? 0));
    await setClock(start);

    const sandboxDir = join(dataDir, 'sandbox');
    const sandbox = await createSandbox({
      port: sandboxPort,
      dataDir: sandboxDir,
      clock: () => systemClock.now(),
      processingMs: 0,
      waitsForDisk: false,
      flushCaller: async () => void (await owner.query(FLUSH)),
    });
    closers.defer(sandbox.close);
    const databaseUrl = withoutWaiting(config.database.url ?? '');
    const deps = createDeps({ ...config, database: { ...config.database, url: databaseUrl } }, 'history');
    const api = await createApi({ ...deps, databaseUrl });
    await api.http.listen({ host: '127.0.0.1', port });
    closers.defer(api.close);
    const handlers = createDeliveryHandlers(deps);
    closers.defer(async () => handlers.close());
    const topics = { ...handlers.messages, ...handlers.announcements };
    await sendPayBillAddresses(deps);
    await enterReportAddresses(deps);

    const untilQuiet = async (): Promise<void> => {
      for (const deadline = performance.now() + QUIET_WITHIN_MS; performance.now() < deadline;) {
        await sandbox.untilIdle();
        await api.background.drain();
        const { rows } = await owner.query<{ outbox: number; mpesa: number }>(ON_ITS_WAY);
        const { outbox = 0, mpesa = 0 } = rows[0] ?? {};
        if (outbox + mpesa === 0) return;
        const handled = outbox === 0 ? 0 : await handleDueRows(deps, topics);
        if (handled === 0) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    };
    const jobs = createPastJobs(deps, {
      setClock,
      untilQuiet,
      readBusyDays: async (...days) => (await owner.query<BusyDay>(BUSY_DAYS, days)).rows,
      beginning: start,
    });
    const control = createSandboxControl(sandbox.url);
    const phones: typeof control = {
      ...control,
      // Nothing is delivered on its own: deliver before looking, so that the look finds the message or prompt at once.
      sms: (...look) => untilQuiet().then(() => control.sms(...look)),
      mail: (...look) => untilQuiet().then(() => control.mail(...look)),
      answerPrompt: (...answer) => api.background.drain().then(() => control.answerPrompt(...answer)),
    };
    return {
      world: {
        api: createApiClient(`http://127.0.0.1:${port}`),
        sandbox: phones,
        sandboxUrl: sandbox.url,
      },
      deps,
      ...jobs,
      untilQuiet,
      close: () => closers.disposeAsync(),
    };
  } catch (error) {
    await closers.disposeAsync();
    throw error;
  }
}
