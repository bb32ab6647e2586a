import { randomInt } from 'node:crypto';
import type { Endpoint } from '@zawadi/contract';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { createStepUp, routes as securityRoutes } from '../features/people/account-security/index.ts';
import { routes as approvalRoutes } from '../features/services/approvals/index.ts';
import {
  actions as merchantActions,
  createMachineAuthenticator,
  routes as merchantRoutes,
} from '../features/people/merchants/index.ts';
import { createAuthenticators, routes as sessionRoutes } from '../features/people/sessions/index.ts';
import { routes as memberRoutes } from '../features/people/administrators/index.ts';
import { routes as supportRoutes } from '../features/office/support/index.ts';
import { routes as userRoutes } from '../features/people/users/index.ts';
import { readConfig } from '../config/config.ts';
import { decrypt, deriveKeys } from '../platform/crypto/keys.ts';
import { openDatabase } from '../platform/db/database.ts';
import type { Deps } from '../config/deps.ts';
import { createHttp } from '../http/create-http.ts';
import { answerNotFound } from '../http/errors.ts';
import { registerRoutes } from '../http/register-routes.ts';
import type { Route } from '../http/routes.ts';
import { createFailureLog, createTestDatabase } from './test-database.ts';
import { openPool } from '../platform/db/connections.ts';

export type Envelope = {
  responseCode: number;
  code?: string;
  responseMessage: string;
  customerMessage?: string;
  traceId?: string;
  retryAfterSeconds?: number;
  fields?: { path: string; message: string }[];
  body?: Record<string, unknown>;
};

export type Reply = { status: number; json: Envelope; headers: Record<string, unknown>; text: string };
type CallOptions = { token?: string; address?: string; headers?: Record<string, string> };
type SentMessage = { topic: string; template: string; data: Record<string, string> };

/** The people features alone, over real HTTP and with their own database. */
export type PeopleApp = {
  app: FastifyInstance;
  deps: Deps;
  /** Connection as the role that owns the tables. Tests use it for changes that the application's role may not make. */
  owner: Pool;
  call(endpoint: Endpoint, body?: unknown, options?: CallOptions): Promise<Reply>;
  /** Returns the messages enqueued for this phone number or email address, oldest first. */
  messagesTo(target: string): Promise<SentMessage[]>;
  close(): Promise<void>;
};

/**
 * Starts the people features.
 * @param moreRoutes additional routes that a test needs
 * @param replaced dependencies that a test replaces in order to inspect them
 */
export async function startPeopleApp(
  moreRoutes: (deps: Deps) => Route[] = () => [],
  replaced: Partial<Pick<Deps, 'log' | 'clock'>> & { environment?: Record<string, string> } = {},
): Promise<PeopleApp> {
  const database = await createTestDatabase();
  const { environment = {}, ...others } = replaced;
  const config = readConfig({ LOG_LEVEL: 'silent', PUBLIC_URL: 'https://zawadi.test', ...environment });
  const deps: Deps = {
    db: openDatabase(database.appUrl, { connections: 10, name: 'test' }),
    config,
    clock: { now: () => new Date() },
    keys: deriveKeys(...config.secrets),
    log: createFailureLog(),
    ...others,
  };
  const app = await createHttp({ log: deps.log, trustProxy: false });
  app.setNotFoundHandler(answerNotFound);
  const security = () => securityRoutes({ ...deps, readSimSwap: undefined });
  const features = [userRoutes, sessionRoutes, security, merchantRoutes, memberRoutes, supportRoutes];
  const routes = [
    ...[...features, moreRoutes].flatMap((make) => make(deps)),
    ...approvalRoutes({ ...deps, actions: merchantActions(deps) }),
  ];
  registerRoutes(app, routes, {
    authenticators: {
      ...createAuthenticators(deps),
      stepUp: createStepUp(deps),
      machine: createMachineAuthenticator(deps),
    },
    rateFactor: 1_000,
  });
  await app.ready();
  const owner = openPool({ connectionString: database.ownerUrl, max: 2 });
  return {
    app,
    deps,
    owner,
    call: (endpoint, body, options) => call(app, endpoint, body, options),
    messagesTo: (target) => messagesTo(owner, deps, target),
    close: async () => {
      await app.close();
      await deps.db.destroy();
      await owner.end();
      await database.drop();
    },
  };
}

async function call(
  app: FastifyInstance,
  endpoint: Endpoint,
  body: unknown,
  { token, address = '10.0.0.1', headers = {} }: CallOptions = {},
): Promise<Reply> {
  const response = await app.inject({
    method: endpoint.method,
    url: endpoint.path,
    remoteAddress: address,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return {
    status: response.statusCode,
    json: response.json<Envelope>(),
    headers: response.headers,
    text: response.body,
  };
}

async function messagesTo(owner: Pool, deps: Deps, target: string): Promise<SentMessage[]> {
  const { rows } = await owner.query<{ topic: string; payload: Buffer }>(
    'select topic, payload from outbox where payload is not null order by id',
  );
  return rows
    .map(({ topic, payload }) => ({ topic, ...(JSON.parse(decrypt(deps.keys, payload)) as SentNotice) }))
    .filter((message) => message.to === target);
}

type SentNotice = { to: string; template: string; data: Record<string, string> };

/** Returns a name, email address and phone number that no other test uses. */
export function newPerson() {
  const number = randomInt(1_000_000_000).toString().padStart(9, '0');
  return {
    firstName: 'Wanjiku',
    lastName: 'Mwangi',
    email: `wanjiku.${number}@example.test`,
    phoneNumber: `2547${number.slice(1)}`,
    password: `Correct-horse-${number}`,
  };
}

export type Person = ReturnType<typeof newPerson>;
