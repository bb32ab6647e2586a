import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../config/deps.ts';
import type { Authenticators } from '../../../http/register-routes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import type { CallCounts, Counted } from '../../../platform/call-counts/create-call-counts.ts';
import { isInList } from './address-list.ts';
import { identifyMachine } from '../../people/merchants/index.ts';
import { describeCall, type CallBodies } from './describe-call.ts';
import type { RequestLog } from './request-log.ts';

type Quota = { limit: number; left: number; resetSeconds: number; isExceeded: boolean };

type Machine = Awaited<ReturnType<Authenticators['machine']>>;
/** A wrong secret uses no quota. */
type Call = CallBodies & { machine: Machine; isRightSecret: boolean; quota?: Quota };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set for a call to the merchant API with a known key. */
    machineCall: Call | undefined;
  }
}

/**
 * Checks each call to the merchant API after its key and secret: the merchant's address list, and a limit of
 * calls a minute across all processes. The settings come with the credentials and the count from memory;
 * neither costs a query.
 */
export function createMerchantApiGuard(
  deps: Pick<Deps, 'db' | 'clock' | 'config'> & { requestLog: RequestLog; callCounts: CallCounts },
) {
  const { perMinute, platformPerMinute } = deps.config.machineCalls;

  /**
   * Identifies the caller and checks its address and quota.
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

  /** Returns true if the caller of an open stream would still be admitted. Does not count as a call. */
  async function isStillAllowed(request: FastifyRequest): Promise<boolean> {
    const { machine, refusal } = await identifyMachine(deps, request);
    if (refusal) throw refusal;
    const { allowedAddresses } = machine.access;
    return !allowedAddresses || isInList(allowedAddresses, request.ip);
  }

  /** Adds the quota headers to every response, and logs every call, even with a wrong secret. */
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

function quotaOf(limit: number, { used, resetMs }: Counted): Quota {
  return {
    limit,
    left: Math.max(0, limit - used),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1_000)),
    isExceeded: used > limit,
  };
}

// https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ version 10
function setQuotaHeaders(reply: FastifyReply, { limit, left, resetSeconds }: Quota): void {
  reply.header('ratelimit-policy', `"default";q=${limit};w=60`);
  reply.header('ratelimit', `"default";r=${left};t=${resetSeconds}`);
}
