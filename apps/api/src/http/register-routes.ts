import { hasEnvelope, takesProof, type Audience, type Endpoint } from '@zawadi/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { CallCounts } from '../platform/call-counts/create-call-counts.ts';
import { runAsCaller, type Caller } from '../platform/caller.ts';
import { callerOf } from './caller-of.ts';
import { networkOf } from '../platform/net/public-address.ts';
import { Refusal } from '../platform/refusal.ts';
import { FileAnswer, sendFile } from '../platform/file.ts';
import { securityEvent } from './security-events.ts';
import { managedPlaceOf, tenantOf, type Actors } from './actor.ts';
import { createGuessCount } from './guess-counts.ts';
import type { TakeExportPlace } from './export-places-store.ts';
import {
  isAdministratorsDoor,
  isForAdministrator,
  isRefusedWhileClosed,
  requireOpen,
} from './closed-after-restore.ts';
import { acceptForm, acceptUpload, FORM } from './accept-bodies.ts';
import type { Route } from './routes.ts';
import { stepUpHooks, type StepUp } from './step-up.ts';
import { completeBody, requireKnownQuery } from './unknown-fields.ts';

/** Authenticates the caller or throws a refusal. One function per audience that must sign in. */
export type Authenticators = {
  [A in Exclude<Audience, 'anyone' | 'provider' | 'machine'>]: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => Promise<Actors[A]>;
} & {
  machine: (request: FastifyRequest) => Promise<Actors['machine']>;
  /** Returns the thumbprint of the device key that a request without an actor proves; undefined without a proof. */
  deviceKey: (request: FastifyRequest, reply: FastifyReply) => Promise<string | undefined>;
  stepUp: StepUp;
};

export type RouteOptions = {
  authenticators: Authenticators;
  /** Factor for the contract's rates. High in the sandbox, where one IP address signs up dozens of people. */
  rateFactor: number;
  /** Counts attempts at endpoints without a session; by default they are not counted. */
  callCounts?: CallCounts;
  /** Resolves to true while only administrators and M-PESA are admitted; by default all callers are. */
  isClosed?: () => Promise<boolean>;
  /** Refuses blocked devices and networks at endpoints with `isRefusedToBlocked`; by default none. */
  requireUnblocked?: (from: { address: string; deviceKey: string | undefined }) => Promise<void>;
  /** Limits concurrent exports; by default there is no limit. */
  takeExportPlace?: TakeExportPlace;
};

/** Registers every route with the validation, authorisation, rate limit and envelope that its endpoint declares. */
export function registerRoutes(app: FastifyInstance, routes: Route[], options: RouteOptions): void {
  for (const route of routes) {
    const { upload, form } = route.endpoint;
    if (!upload && !form) registerRoute(app, route, options);
    else {
      void app.register(async (scope) => {
        if (upload) acceptUpload(scope, upload);
        else acceptForm(scope);
        registerRoute(scope, route, options);
      });
    }
  }
}

function registerRoute(app: FastifyInstance, { endpoint, run, admit }: Route, options: RouteOptions): void {
  const maximumBytes = (endpoint.upload ?? endpoint.form)?.maximumBytes;
  const countGuesses = createGuessCount(endpoint, options);
  const stepUp = stepUpHooks(endpoint, options.authenticators.stepUp);
  app.withTypeProvider<ZodTypeProvider>().route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemaOf(endpoint),
    ...(maximumBytes !== undefined && { bodyLimit: maximumBytes }),
    config: {
      endpoint,
      rateLimit: endpoint.rate
        ? { max: endpoint.rate.perMinute * options.rateFactor, timeWindow: 60_000 }
        : false,
    },
    // Authenticate before reading the body, so that a stranger learns nothing from validation.
    onRequest: async (request, reply) => {
      admit?.(request.params);
      if (isRefusedWhileClosed(endpoint, request.params)) await requireOpen(options.isClosed);
      await runAsCaller(callerOf(request), () => authorise(request, reply, endpoint, options.authenticators));
      if (!isForAdministrator(endpoint, request.actor)) await requireOpen(options.isClosed);
      if (endpoint.isRefusedToBlocked && !isAdministratorsDoor(endpoint, request.params)) {
        const from = { address: request.ip, deviceKey: request.deviceKey };
        await runAsCaller(callerOf(request), async () => options.requireUnblocked?.(from));
      }
    },
    preValidation: [
      ...(endpoint.audience === 'machine' ? [requireKnownQuery(endpoint)] : []),
      ...(endpoint.body ? [completeBody(endpoint, endpoint.body)] : []),
      ...stepUp.preValidation,
    ],
    preHandler: stepUp.preHandler,
    handler: async (request, reply) => {
      if (endpoint.isExport) await enterExports(request, reply, options);
      const answer = await countGuesses(request, () =>
        runAsCaller(callerOf(request), () => run(request, reply, request.actor)),
      );
      if (reply.sent) return reply;
      if (answer instanceof FileAnswer) return sendFile(reply, answer);
      return hasEnvelope(endpoint)
        ? { responseCode: 200, responseMessage: endpoint.message ?? 'Success', body: answer }
        : answer;
    },
  });
}

const EXPORT_RETRY_SECONDS = 5;

/**
 * Reserves an export slot until the last byte is sent or the connection closes.
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
  // If the client hung up during authentication, the close event has already fired.
  if (reply.raw.destroyed) leave();
}

declare module 'fastify' {
  interface FastifyRequest {
    actor: unknown;
    caller: Caller | undefined;
    /** Thumbprint of the device key that the request proves. */
    deviceKey: string | undefined;
    /** Error code of the response, for hooks that run after it. */
    refusalCode: string | undefined;
  }
}

/**
 * Authenticates the caller, or the caller's device.
 * @throws Refusal `unauthenticated`, `forbidden`, `place_only`, `key_not_allowed`, `must_change_password`,
 *   `two_factor_enrolment_required`, `passkey_enrolment_required`, or the authenticator's own
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

/** Refuses API keys without the endpoint's right. */
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
  Before & { audience: Endpoint['audience']; isForOnePlace?: true };

/** Refuses callers without one of the endpoint's roles, and managers of one place what concerns the whole merchant. */
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
  // A manager of one place may make the calls of cashiers, and calls that are limited to the place.
  if (!roles.includes('cashier') && endpoint.isForOnePlace !== true && managedPlaceOf(actor) !== undefined) {
    throw new Refusal('place_only');
  }
  // Before the password change, merchants' staff may read about their own merchant. An administrator may not: they
  // could read all merchants.
  const isOpen = isBeforePasswordChange && (audience !== 'merchant-or-admin' || 'merchantId' in actor);
  return onceReady(actor, { isBeforePasswordChange: isOpen, isBeforeTwoFactor });
}

/** Refuses callers with an unfinished set-up step, unless the endpoint is meant for that step. */
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
    ...(endpoint.form && { consumes: [FORM] }),
    ...(endpoint.params && { params: endpoint.params }),
    ...(endpoint.query && { querystring: endpoint.query }),
    ...(endpoint.headers && { headers: endpoint.headers }),
    ...(endpoint.body && { body: endpoint.body }),
    response: { 200: answer },
  };
}
