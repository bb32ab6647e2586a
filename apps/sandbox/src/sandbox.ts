import type { AddressInfo } from 'node:net';
import { fastify, type FastifyInstance } from 'fastify';
import { createBehaviour } from './behaviour/behaviour.ts';
import { addFaultyHttp, pathOf } from './behaviour/faulty-http.ts';
import { addLiveRoute } from './control/live.ts';
import { addMailPage, addControlRoutes } from './control/routes.ts';
import { addSmsRoutes } from './messaging/africas-talking.ts';
import { startSmtp } from './messaging/smtp.ts';
import { createCallbacks } from './mpesa/callbacks.ts';
import { darajaErrorBody } from './mpesa/daraja-error.ts';
import { addDarajaRoutes, unknownAddress } from './mpesa/routes.ts';
import { handleCommandTasks } from './mpesa/run-command.ts';
import { handleValidationTasks } from './mpesa/c2b-validation.ts';
import { handlePromptTasks } from './mpesa/stk.ts';
import { addPage } from './page/page-routes.ts';
import { createAccounts } from './store/accounts.ts';
import { openDatabase } from './store/database.ts';
import { createEvents } from './store/events.ts';
import { createInboxes } from './store/inboxes.ts';
import { addStatementRoute } from './statement/statement-route.ts';
import { createTasks } from './tasks.ts';
import { handleSessionClocks } from './ussd/end-session.ts';
import { addUssdRoutes } from './ussd/routes.ts';
import { storeService, type UssdService } from './ussd/services.ts';
import type { World } from './world.ts';

export type SandboxOptions = {
  /** Address of the pages and of M-PESA; this machine only if missing. */
  host?: string;
  /** 0 for any free port. */
  port: number;
  /** Defaults to the port after `port`. */
  smtpPort?: number;
  /** Folder of the database. If missing, the database stays in memory. */
  dataDir?: string;
  /**
   * Whether a commit waits until the disk has it. Defaults to true. Without, a commit survives kill -9 of the process,
   * but not a power failure before `close`.
   */
  waitsForDisk?: boolean;
  /**
   * Called before M-PESA acts on a request, and after a callback was delivered. A caller that does not wait for its disk
   * flushes its commits here, so that a crash cannot leave it behind M-PESA.
   */
  flushCaller?: () => Promise<void>;
  clock?: () => Date;
  /** Minimum time between the acknowledgement of a request and its execution. Defaults to 50. */
  processingMs?: number;
  /** USSD code with its addresses, as entered at the gateway. Replaces the addresses of an earlier start. */
  ussdService?: UssdService;
  /** Function called for unexpected errors. By default, writes the error to stderr. */
  onFault?: (error: unknown) => void;
};

export type Sandbox = {
  url: string;
  smtpPort: number;
  /** Resolves when M-PESA has nothing left to do at once: no payment to execute, no callback to send. */
  untilIdle: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Starts simulated M-PESA, SMS gateway and mail server with their real protocols, and a page with the customer's phone.
 * Listens on loopback only.
 */
export async function createSandbox(options: SandboxOptions): Promise<Sandbox> {
  const app = fastify({ forceCloseConnections: true, routerOptions: { ignoreTrailingSlash: true } });
  const stopping = new AbortController();
  const live = addLiveRoute(app);
  const world = createWorld(options, live.announce, stopping.signal);
  if (options.ussdService !== undefined) storeService(world, options.ussdService);

  await app.register(async (wire) => {
    addFaultyHttp(wire, world, stopping.signal);
    await wire.register(async (daraja) => {
      daraja.addHook('preHandler', async ({ method }) =>
        method === 'POST' ? options.flushCaller?.() : undefined,
      );
      addDarajaRoutes(daraja, world);
    });
    await wire.register(async (sms) => addSmsRoutes(sms, world));
  });
  await app.register(async (control) => {
    addControlRoutes(control, world);
    addMailPage(control, world);
    addUssdRoutes(control, world);
    addStatementRoute(control, world);
  });
  await app.register(addPage);
  answerUnknownAddresses(app);

  const closers: (() => Promise<unknown>)[] = [() => app.close()];
  const close = async (): Promise<void> => {
    stopping.abort();
    world.tasks.stop();
    live.close();
    await Promise.all(closers.map((closer) => closer()));
    world.database.close();
  };
  try {
    await app.listen({ port: options.port, host: options.host ?? '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const smtp = await startSmtp(world, options.smtpPort ?? (options.port === 0 ? 0 : options.port + 1));
    closers.push(smtp.close);
    world.tasks.resume();
    return { url: `http://127.0.0.1:${port}`, smtpPort: smtp.port, untilIdle: world.tasks.untilIdle, close };
  } catch (error) {
    await close();
    throw error;
  }
}

function createWorld(options: SandboxOptions, onCommit: () => void, signal: AbortSignal): World {
  const clock = options.clock ?? (() => new Date());
  const onFault =
    options.onFault ??
    ((error: unknown) => {
      process.stderr.write(`sandbox: ${error instanceof Error ? error.stack : String(error)}\n`);
    });
  const database = openDatabase(options, onCommit);
  const behaviour = createBehaviour();
  const events = createEvents(database, clock);
  const tasks = createTasks(database, clock, onFault);
  const world: World = {
    database,
    behaviour,
    events,
    tasks,
    clock,
    stopping: signal,
    accounts: createAccounts(database, clock),
    inboxes: createInboxes(database, clock),
    callbacks: createCallbacks({
      database,
      behaviour,
      events,
      tasks,
      clock,
      signal,
      flushCaller: options.flushCaller,
    }),
    processingMs: options.processingMs ?? 50,
  };
  handlePromptTasks(world);
  handleCommandTasks(world);
  handleValidationTasks(world);
  handleSessionClocks(world);
  return world;
}

function answerUnknownAddresses(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    const { status, code, message } = unknownAddress(pathOf(request));
    return reply.code(status).send(darajaErrorBody(code, message));
  });
}
