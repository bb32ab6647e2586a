import { join } from 'node:path';
import { createSandbox } from '@zawadi/sandbox';
import { createApiClient } from '@zawadi/story/api-client';
import { freePort } from '@zawadi/story/free-port';
import { createSandboxControl } from '@zawadi/story/sandbox-control';
import type { World } from '@zawadi/story/steps';
import { createApi, createDeps } from '../../../apps/api/src/app.ts';
import { createDelivery } from '../../../apps/api/src/app-worker.ts';
import type { OrderDeps } from '../../../apps/api/src/features/mpesa/orders/index.ts';
import { sendPayBillAddresses } from '../../../apps/api/src/features/money/callbacks/index.ts';
import { systemClock } from '../../../apps/api/src/platform/clock.ts';
import { readConfig } from '../../../apps/api/src/config/config.ts';
import { openClock } from '../../../apps/api/src/platform/db/clock-offset.ts';
import { createListener } from '../../../apps/api/src/platform/db/listen.ts';
import { createPastJobs } from './past-jobs.ts';
import { createClient } from '../../../apps/api/src/platform/db/connections.ts';

export type Past = {
  world: World & { sandboxUrl: string };
  deps: OrderDeps;
  /** Moves the clock forward to a moment, and runs all jobs that fall due until then. */
  moveTo: (moment: Date) => Promise<void>;
  /** Waits until no messages, callbacks or payments are in flight. */
  untilQuiet: () => Promise<void>;
  /** Runs the fraud checks, as the worker does within seconds. */
  watch: () => Promise<void>;
  close: () => Promise<void>;
};

const QUIET_WITHIN_MS = 5_000;
const LOOK_AGAIN_MS = 8;
const POLL_MS = 20;
/** Delay of the sandbox. Shorter than usual, because the first start waits for M-PESA about six hundred times. */
const PROCESSING_MS = 5;

/** Time of the latest stored transfer or float check. An interrupted run may be ahead of its last saved step. */
const LATEST = `
  select greatest((select max(posted_at) from ledger.transfers), (select max(at) from float_checks)) as latest`;

const ON_ITS_WAY = `
  select (select count(*) from outbox where state = 'pending' and available_at <= moment())
    + (select count(*) from provider_messages where processed_at is null)
    + (select count(*) from orders where state in ('INTENT', 'SENDING', 'SENT', 'UNKNOWN'))
    + (select count(*) from settlements where status = 'PROCESSING')
    + (select count(*) from refunds where status = 'PENDING')
    + (select count(*) from float_checks where status = 'ASKING') as count`;

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
    SMTP_URL: undefined,
  });
  const closers = new AsyncDisposableStack();
  try {
    const clock = await openClock(config, ownerUrl);
    closers.defer(clock.close);
    const setClock = (moment: Date) => clock.setOffset(moment.getTime() - Date.now());
    const owner = createClient({ connectionString: ownerUrl });
    await owner.connect();
    closers.defer(() => owner.end());
    const { rows } = await owner.query<{ latest: Date | null }>(LATEST);
    const start = new Date(Math.max(beginning.getTime(), rows[0]?.latest?.getTime() ?? 0));
    await setClock(start);

    const sandboxDir = join(dataDir, 'sandbox');
    const sandbox = await createSandbox({
      port: sandboxPort,
      dataDir: sandboxDir,
      clock: () => systemClock.now(),
      processingMs: PROCESSING_MS,
    });
    closers.defer(sandbox.close);
    const deps = createDeps(config, 'history');
    const databaseUrl = config.database.url ?? '';
    const api = await createApi({ ...deps, databaseUrl });
    await api.http.listen({ host: '127.0.0.1', port });
    closers.defer(api.close);
    const listener = createListener({ url: databaseUrl, name: 'history-listener', log: deps.log });
    closers.defer(listener.close);
    const delivery = createDelivery(deps, listener, { pollMs: POLL_MS });
    closers.defer(delivery.stop);
    await sendPayBillAddresses(deps);

    const untilQuiet = async (): Promise<void> => {
      for (const deadline = performance.now() + QUIET_WITHIN_MS; performance.now() < deadline;) {
        await api.background.drain();
        const { rows } = await owner.query<{ count: string }>(ON_ITS_WAY);
        if (rows[0]?.count === '0') return;
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    };
    const jobs = createPastJobs(deps, { setClock, untilQuiet, beginning: start });
    return {
      world: {
        api: createApiClient(`http://127.0.0.1:${port}`),
        sandbox: createSandboxControl(sandbox.url),
        sandboxUrl: sandbox.url,
      },
      deps,
      moveTo: jobs.moveTo,
      watch: jobs.watch,
      untilQuiet,
      close: () => closers.disposeAsync(),
    };
  } catch (error) {
    await closers.disposeAsync();
    throw error;
  }
}
