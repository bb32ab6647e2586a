import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../config/deps.ts';
import type { Authenticators } from '../../../http/register-routes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import type { CallCounts, Counted } from '../../../platform/call-counts/create-call-counts.ts';
import { isInList } from './address-list.ts';
import { identifyMachine } from '../../people/merchants/index.ts';
import { deprecationOf } from './deprecation.ts';
import { describeCall, type CallBodies } from './describe-call.ts';
import type { RequestLog } from './request-log.ts';

type Quota = { limit: number; left: number; resetSeconds: number; isExceeded: boolean };

type Machine = Awaited<ReturnType<Authenticators['machine']>>;
/** An API call. `quota` is absent after a wrong secret, which uses no quota. */
type Call = CallBodies & { machine: Machine; isRightSecret: boolean; quota?: Quota };

declare module 'fastify' {
  interface FastifyRequest {
    /** The call to the merchant API; undefined for another endpoint or an unknown key. */
    machineCall: Call | undefined;
  }
}

/**
 * Checks each merchant API call, after its key and secret. Applies the merchant's list of IP addresses, and the limit
 * of calls per minute across all processes. Settings arrive with the credentials, and counts are in memory, so
 * neither check costs a query.
 */
export function createMerchantApiGuard(
  deps: Pick<Deps, 'db' | 'clock' | 'config'> & { requestLog: RequestLog; callCounts: CallCounts },
) {
  const { perMinute, platformPerMinute } = deps.config.machineCalls;

  /**
   * Identifies the caller, and checks its IP address and quota.
   * @throws Refusal of `identifyMachine`, `address_not_allowed`, `too_many_requests`
   */
  async function authenticate(request: FastifyRequest): Promise<Machine> {
    const { machine, refusal, isRightSecret } = await identifyMachine(deps, request);
    if (machine) request.machineCall = { machine, isRightSecret };
    if (refusal) throw refusal;
    const { allowedAddresses, isRateLimited } = machine.access;
    const limit = isRateLimited ? perMinute : platformPerMinute;
    const quota = quotaOf(limit, deps.callCounts.countAtOnce(`merchant api ${machine.merchantId}`, limit));
    request.machineCall = { machine, isRightSecret, quota };
    if (allowedAddresses && !isInList(allowedAddresses, request.ip)) {
      const about = { audience: 'machine', account: machine.merchantId, reason: 'address' };
      securityEvent('api-key.refused', about);
      throw new Refusal('address_not_allowed');
    }
    if (quota.isExceeded) {
      throw new Refusal('too_many_requests', { retryAfterSeconds: quota.resetSeconds });
    }
    return machine;
  }

  /** Returns true if the caller of an open event stream may keep it. Uses no quota. */
  async function isStillAllowed(request: FastifyRequest): Promise<boolean> {
    const { machine, refusal } = await identifyMachine(deps, request);
    if (refusal) throw refusal;
    const { allowedAddresses } = machine.access;
    return !allowedAddresses || isInList(allowedAddresses, request.ip);
  }

  /** Adds the headers of quota and deprecation to responses, and logs every call with a known key, even one with a wrong secret. */
  function watch(http: FastifyInstance): void {
    http.decorateRequest('machineCall', undefined);
    http.addHook('preValidation', (request, _reply, done) => {
      const call = request.machineCall;
      if (call) call.sent = request.body ?? request.query;
      done();
    });
    http.addHook('preSerialization', (request, _reply, payload, done) => {
      const call = request.machineCall;
      if (call) call.answered = payload;
      done(null, payload);
    });
    http.addHook('onSend', (request, reply, payload, done) => {
      const quota = request.machineCall?.quota;
      if (quota) setQuotaHeaders(reply, quota);
      const deprecation = deprecationOf(request);
      if (deprecation) setDeprecation(reply, deprecation);
      done(null, payload);
    });
    http.addHook('onResponse', (request, reply, done) => {
      const call = request.machineCall;
      if (call) log(call, request, reply);
      done();
    });
  }

  function log(call: Call, request: FastifyRequest, reply: FastifyReply): void {
    const now = deps.clock.now();
    deps.requestLog.note(
      { ...call.machine, isRightSecret: call.isRightSecret },
      { at: now, address: request.ip, describe: () => describeCall(request, reply, { now, bodies: call }) },
    );
  }

  return { authenticate, isStillAllowed, watch };
}

// https://www.rfc-editor.org/rfc/rfc9745
function setDeprecation(reply: FastifyReply, { since }: { since: Date }): void {
  reply.header('deprecation', `@${since.getTime() / 1_000}`);
  const page = `${reply.server.publicUrl}/developers/versions#deprecated`;
  reply.header('link', `<${page}>; rel="deprecation"; type="text/html"`);
}

function quotaOf(limit: number, { used, resetMs }: Counted): Quota {
  return {
    limit,
    left: Math.max(0, limit - used),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1_000)),
    isExceeded: used > limit,
  };
}

// Header format: https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ version 10
function setQuotaHeaders(reply: FastifyReply, { limit, left, resetSeconds }: Quota): void {
  reply.header('ratelimit-policy', `"default";q=${limit};w=60`);
  reply.header('ratelimit', `"default";r=${left};t=${resetSeconds}`);
}
