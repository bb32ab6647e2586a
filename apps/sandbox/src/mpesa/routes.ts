import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { paths } from '@zawadi/mpesa/wire/paths';
import { b2bRequestSchema } from '@zawadi/mpesa/wire/b2b';
import { b2cRequestSchema } from '@zawadi/mpesa/wire/b2c';
import {
  accountBalanceRequestSchema,
  reversalRequestSchema,
  transactionStatusRequestSchema,
} from '@zawadi/mpesa/wire/queries';
import { pathOf } from '../behaviour/faulty-http.ts';
import type { World } from '../world.ts';
import { sandboxCredentials } from '../credentials.ts';
import { b2cV1RequestSchema } from './b2c.ts';
import { registerC2bUrls, simulateC2b } from './c2b.ts';
import { acceptCommand } from './commands.ts';
import type { CommandKind, CommandRequest } from './commands.ts';
import { DarajaError, darajaErrorBody } from './daraja-error.ts';
import { pullTransactions, registerPull } from './pull.ts';
import { readRequest } from './read-request.ts';
import { answerSimSwap } from './sim-swap.ts';
import { receiveStkPush, receiveStkQuery } from './stk.ts';

const lifetimeSeconds = 3_599;

/** Older API versions for other programs. Our client does not use them: B2C v1 has no id chosen by the client. */
const olderPaths = {
  b2c: '/mpesa/b2c/v1/paymentrequest',
  c2bSimulate: '/mpesa/c2b/v1/simulate',
} as const;

type Respond = (body: unknown, path: string) => object | Promise<object>;

/** Daraja's endpoints, with Daraja's answers. */
export function addDarajaRoutes(app: FastifyInstance, world: World): void {
  const tokens = createTokens(world.clock);

  app.setErrorHandler((error, request, reply) => {
    const refusal = asDarajaError(error);
    world.events.record('Request refused', `${pathOf(request)} · ${refusal.code} ${refusal.message}`);
    return reply.code(refusal.status).send(darajaErrorBody(refusal.code, refusal.message));
  });

  app.get(paths.token, tokens.generate);

  const command =
    (kind: CommandKind, schema: z.ZodType<CommandRequest>): Respond =>
    (body, path) =>
      acceptCommand(world, { kind, path }, readRequest(schema, body));
  const answer: Record<string, Respond> = {
    [paths.stkPush]: (body) => receiveStkPush(world, body),
    [paths.stkQuery]: (body) => receiveStkQuery(world, body),
    [paths.b2c]: command('b2c', b2cRequestSchema),
    [olderPaths.b2c]: command('b2c', b2cV1RequestSchema),
    [paths.b2b]: command('b2b', b2bRequestSchema),
    [paths.transactionStatus]: command('transactionStatus', transactionStatusRequestSchema),
    [paths.accountBalance]: command('accountBalance', accountBalanceRequestSchema),
    [paths.reversal]: command('reversal', reversalRequestSchema),
    [paths.c2bRegister]: (body) => registerC2bUrls(world, body),
    [paths.c2bRegisterV1]: (body) => registerC2bUrls(world, body),
    [paths.c2bSimulate]: (body) => simulateC2b(world, body),
    [olderPaths.c2bSimulate]: (body) => simulateC2b(world, body),
    [paths.pullRegister]: (body) => registerPull(world, body),
    [paths.pullQuery]: (body) => pullTransactions(world, body),
    [paths.simSwap]: (body) => answerSimSwap(world, body),
  };
  for (const [path, respond] of Object.entries(answer)) {
    const onRequest = [tokens.check, checkProduct(world)];
    app.post(path, { onRequest }, (request) => respond(request.body, path));
  }
}

/** Returns Daraja's error for an unknown path, or for a wrong method on a known path. */
export function unknownAddress(path: string): DarajaError {
  const isKnown = [...Object.values<string>(paths), ...Object.values<string>(olderPaths)].includes(path);
  return isKnown
    ? new DarajaError(405, '405.001', 'Method Not Allowed')
    : new DarajaError(404, '404.001.01', 'Resource not found');
}

/** Refuses a valid token if the app is not subscribed to the product of this path. */
function checkProduct(world: World) {
  return async (request: FastifyRequest) => {
    const path = pathOf(request);
    const isMissing = world.behaviour.inForce().missingProducts.some((product) => path.startsWith(product));
    if (!isMissing) return;
    throw new DarajaError(
      401,
      '401.003.01',
      'Error Occurred - Invalid Access Token - Invalid API call as no apiproduct match found',
    );
  };
}

function asDarajaError(error: unknown): DarajaError {
  if (error instanceof DarajaError) return error;
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  if (status < 500) return new DarajaError(400, '400.002.02', 'Bad Request - Invalid Payload');
  return new DarajaError(500, '500.003.1001', 'Internal Server Error');
}

/**
 * Issues OAuth tokens as Daraja does: one at a time, and each new token invalidates the previous one (v3/Authorization
 * FAQ 3). Tokens do not survive a restart.
 */
function createTokens(clock: () => Date) {
  let current: { token: string; expiresAtMs: number } | undefined;

  return {
    generate: (request: FastifyRequest, reply: FastifyReply) => {
      const { grant_type: grantType } = request.query as { grant_type?: string };
      const [scheme, value] = (request.headers.authorization ?? '').split(' ');
      if (scheme !== 'Basic' || !value) {
        throw new DarajaError(400, '400.008.01', 'Invalid Authentication passed');
      }
      if (grantType !== 'client_credentials') {
        throw new DarajaError(400, '400.008.02', 'Invalid grant type passed');
      }
      // Daraja answers wrong credentials with an empty body (reported by other developers in August 2026).
      if (!isOurClient(value)) return reply.code(400).send();

      const token = randomBytes(21).toString('base64url');
      current = { token, expiresAtMs: clock().getTime() + lifetimeSeconds * 1000 };
      return reply.send({ access_token: token, expires_in: String(lifetimeSeconds) });
    },

    /** @throws DarajaError with this API's code for a bad token; the codes differ between APIs */
    check: async (request: FastifyRequest) => {
      const isValid =
        current !== undefined &&
        request.headers.authorization === `Bearer ${current.token}` &&
        current.expiresAtMs > clock().getTime();
      if (!isValid) throw badToken(pathOf(request));
    },
  };
}

function isOurClient(basic: string): boolean {
  const { consumerKey, consumerSecret } = sandboxCredentials;
  const expected = Buffer.from(Buffer.from(`${consumerKey}:${consumerSecret}`).toString('base64'));
  const given = Buffer.from(basic);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function badToken(path: string): DarajaError {
  if (path === paths.accountBalance)
    return new DarajaError(401, '401.002.01', 'Error Occurred - Invalid Access Token');
  if (path === paths.transactionStatus) return new DarajaError(400, '400.003.01', 'Invalid Access Token');
  return new DarajaError(404, '404.001.03', 'Invalid Access Token');
}
