import { hasEnvelope, takesProof, type Audience, type Endpoint } from '@zawadi/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CallCounts } from '../platform/call-counts/create-call-counts.ts';
import { asCaller, type Caller } from '../platform/caller.ts';
import { callerOf } from './caller-of.ts';
import { networkOf } from '../platform/net/public-address.ts';
import { Refusal } from '../platform/refusal.ts';
import { FileAnswer, sendFile } from '../platform/file.ts';
import { securityEvent } from './security-events.ts';
import { tenantOf, type Actors } from './actor.ts';
import { createGuessCount } from './guess-counts.ts';
import type { TakeExportPlace } from './export-places-store.ts';
import { isForAdministrator, isKeptOut } from './kept-out.ts';
import type { Route } from './routes.ts';
import { stepUpHooks, type StepUp } from './step-up.ts';
import { createFieldCheck } from './unknown-fields.ts';

/** Authenticates the caller, or refuses. One for each audience that has to sign in. */
export type Authenticators = {
  [A in Exclude<Audience, 'anyone' | 'provider' | 'machine'>]: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Actors[A]>;
} & {
  machine: (request: FastifyRequest) => Promise<Actors['machine']>;
  /** Of which device's key a call without an actor brings a proof; undefined when of none. */
  deviceKey: (request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>;
  stepUp: StepUp;
};

export type RouteOptions = {
  authenticators: Authenticators;
  /** Multiplies the contract's rates; the sandbox is generous so that tests can sign up dozens from one address. */
  rateFactor: number;
  /** Where guesses of calls without a session are counted; they are not when absent. */
  callCounts?: CallCounts;
  /** Whether only administrators and the provider get in; all callers get in when absent. */
  isClosed?: () => Promise<boolean>;
  /** Limits the exports that run at once; any number may when absent. */
  takeExportPlace?: TakeExportPlace;
};

const CLOSED_RETRY_SECONDS = 600;

/** Registers every route with the validation, authorisation, rate and envelope its endpoint declares. */
export function registerRoutes(app: FastifyInstance, routes: Route[], options: RouteOptions): void {
  for (const route of routes) {
    const { upload } = route.endpoint;
    if (!upload) registerRoute(app, route, options);
    else {
      void app.register(async (scope) => {
        acceptUpload(scope, upload);
        registerRoute(scope, route, options);
      });
    }
  }
}

function registerRoute(app: FastifyInstance, { endpoint, run }: Route, options: RouteOptions): void {
  const countGuesses = createGuessCount(endpoint, options);
  const stepUp = stepUpHooks(endpoint, options.authenticators.stepUp);
  app.withTypeProvider<ZodTypeProvider>().route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    ...(endpoint.upload && { bodyLimit: endpoint.upload.maximumBytes }),
    config: {
      endpoint,
      rateLimit: endpoint.rate
        ? { max: endpoint.rate.perMinute * options.rateFactor, timeWindow: 60_000 }
        : false,
    },
    // Who is asking is settled before the body is looked at, so that a stranger learns nothing from validation.
    onRequest: async (request, reply) => {
      if (isKeptOut(endpoint, request.params)) await requireOpen(options);
      await asCaller(callerOf(request), () => authorise(request, reply, endpoint, options.authenticators));
      if (!isForAdministrator(endpoint, request.actor)) await requireOpen(options);
    },
    preValidation: [
      ...(endpoint.body ? [completeBody(endpoint, endpoint.body)] : []),
      ...stepUp.preValidation,
    ],
    preHandler: stepUp.preHandler,
    handler: async (request, reply) => {
      if (endpoint.isExport) await enterExports(request, reply, options);
      const answer = await countGuesses(request, () =>
        asCaller(callerOf(request), () => run(request, reply, request.actor)),
      );
      if (reply.sent) return reply;
      if (answer instanceof FileAnswer) return sendFile(reply, answer);
      return hasEnvelope(endpoint)
        ? { responseCode: 200, responseMessage: endpoint.message ?? 'Success', body: answer }
        : answer;
    },
  });
}

/** @throws Refusal `closed_after_restore` */
async function requireOpen({ isClosed }: RouteOptions): Promise<void> {
  if (await isClosed?.())
    throw new Refusal('closed_after_restore', { retryAfterSeconds: CLOSED_RETRY_SECONDS });
}

/** Has a call without a body send an empty one, and refuses fields that a merchant's system made up. */
function completeBody(
  { audience }: Endpoint,
  schema: z.ZodType,
): (request: FastifyRequest, reply: FastifyReply, done: () => void) => void {
  const requireKnown = audience === 'machine' ? createFieldCheck(schema) : undefined;
  return (request, _reply, done) => {
    request.body ??= {};
    requireKnown?.(request.body);
    done();
  };
}

const EXPORT_RETRY_SECONDS = 5;

/**
 * An export keeps its place until its last byte is sent, or the connection is closed.
 * @throws Refusal `exports_running`
 */
async function enterExports(
  request: FastifyRequest,
  reply: FastifyReply,
  { takeExportPlace }: RouteOptions,
): Promise<void> {
  if (!takeExportPlace) return;
  const leave = await takeExportPlace(tenantOf(request.actor) ?? networkOf(request.ip));
  if (!leave) throw new Refusal('exports_running', { retryAfterSeconds: EXPORT_RETRY_SECONDS });
  reply.raw.once('close', leave);
  // For a client that hung up during authentication the close event has fired already.
  if (reply.raw.destroyed) leave();
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: unknown;
    caller: Caller | undefined;
    /** The thumbprint of the key that the device has shown to have, in a call without an actor. */
    deviceKey: string | undefined;
    /** Code of the refusal or fault in the response, for hooks that run after it. */
    refusalCode: string | undefined;
  }
}

/**
 * Settles who is asking, or with which device.
 * @throws Refusal `unauthenticated`, `forbidden`, `key_not_allowed`, `must_change_password`, `two_factor_enrolment_required`,
 *   `passkey_enrolment_required`, or the
 *   authenticator's own
 */
async function authorise(
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  authenticators: Authenticators,
): Promise<void> {
  if ('roles' in endpoint) {
    request.actor = admit(endpoint, await authenticators[endpoint.audience](request, reply));
    return;
  }
  if (endpoint.audience === 'machine') {
    request.actor = admitKey(endpoint, await authenticators.machine(request));
    return;
  }
  const { audience } = endpoint;
  if (audience === 'consumer') request.actor = await authenticators.consumer(request, reply);
  else if (audience === 'signed-in') {
    request.actor = onceReady(await authenticators[audience](request, reply), endpoint);
  } else if (takesProof(endpoint)) request.deviceKey = await authenticators.deviceKey(request, reply);
}

/** Admits the keys that have the right of the endpoint. */
function admitKey(
  { keyRight }: Extract<Endpoint, { audience: 'machine' }>,
  machine: Actors['machine'],
): Actors['machine'] {
  if (machine.rights.includes(keyRight)) return machine;
  securityEvent('api-key.refused', { audience: 'machine', account: machine.merchantId, reason: 'right' });
  throw new Refusal('key_not_allowed');
}

type Before = { isBeforePasswordChange?: boolean; isBeforeTwoFactor?: boolean };
type WithRoles = Pick<Extract<Endpoint, { audience: 'merchant-or-admin' }>, 'roles'> &
  Before & { audience: Endpoint['audience'] };

/** Admits the roles of the endpoint. */
function admit<Actor extends Actors['merchant-or-admin']>(endpoint: WithRoles, actor: Actor): Actor {
  const { audience, roles, isBeforePasswordChange = false, isBeforeTwoFactor = false } = endpoint;
  if (!roles.includes(actor.staffRole)) {
    const [of, account] =
      'merchantId' in actor
        ? (['merchant', actor.staffId] as const)
        : (['admin', actor.administratorId] as const);
    securityEvent('role.refused', { audience: of, account });
    throw new Refusal('forbidden');
  }
  // Before the password change a merchant's people may read about their own merchant; an administrator would read all.
  const isOpen = isBeforePasswordChange && (audience !== 'merchant-or-admin' || 'merchantId' in actor);
  return onceReady(actor, { isBeforePasswordChange: isOpen, isBeforeTwoFactor });
}

/** Lets those in who have done what has to be done first, unless the endpoint is for before. */
function onceReady<Actor extends Actors['signed-in' | 'merchant-or-admin']>(
  actor: Actor,
  { isBeforePasswordChange = false, isBeforeTwoFactor = false }: Before,
): Actor {
  if ('mustChangePassword' in actor && actor.mustChangePassword && !isBeforePasswordChange) {
    throw new Refusal('must_change_password');
  }
  if ('mustEnrolTwoFactor' in actor && actor.mustEnrolTwoFactor && !isBeforeTwoFactor) {
    throw new Refusal('two_factor_enrolment_required');
  }
  if ('mustAddPasskey' in actor && actor.mustAddPasskey && !isBeforeTwoFactor) {
    throw new Refusal('passkey_enrolment_required');
  }
  return actor;
}

function schemaOf(endpoint: Endpoint) {
  const answer = hasEnvelope(endpoint)
    ? z.object({ responseCode: z.literal(200), responseMessage: z.string(), body: endpoint.answer })
    : endpoint.answer;
  return {
    summary: endpoint.summary,
    tags: [endpoint.tag],
    ...(endpoint.upload && { consumes: [...endpoint.upload.mediaTypes] }),
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.headers && { headers: endpoint.headers }),
    ...(endpoint.body && { body: endpoint.body }),
    response: { 200: answer },
  };
}

/**
 * Has the routes of a scope read one file as their body instead of JSON.
 * @param scope an encapsulated instance, because parsers are shared by all routes of one
 */
function acceptUpload(scope: FastifyInstance, upload: NonNullable<Endpoint['upload']>): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    [...upload.mediaTypes],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, content: Buffer) => {
      // A copy of its own: a small buffer is part of memory that others share.
      return new File([new Uint8Array(content)], 'upload', { type: request.headers['content-type'] ?? '' });
    },
  );
  scope.addContentTypeParser('*', async () => {
    throw new Refusal('unsupported_media_type', {}, `Please send one of: ${upload.mediaTypes.join(', ')}`);
  });
}
