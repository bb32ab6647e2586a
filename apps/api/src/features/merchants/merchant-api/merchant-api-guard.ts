import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../config/deps.ts';
import type { Authenticators } from '../../../http/register-routes.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { securityEvent } from '../../../http/security-events.ts';
import type { Clock } from '../../../platform/clock.ts';
import { isInList } from './address-list.ts';
import { describeCall } from './describe-call.ts';
import type { RequestLog } from './request-log.ts';

type Quota = { limit: number; left: number; resetSeconds: number; isExceeded: boolean };

const WINDOW_MS = 60_000;
const MOST_MERCHANTS = 10_000;

type Machine = Awaited<ReturnType<Authenticators['machine']>>;
type Call = { machine: Machine; quota: Quota };

/**
 * What a call to the merchant API passes after its key and secret: the merchant's list of addresses, and a limit of
 * calls a minute. The merchant's switches come with its credentials and cost no query.
 */
export function createMerchantApiGuard(
  deps: Pick<Deps, 'clock' | 'config'> & { authenticate: Authenticators['machine']; requestLog: RequestLog },
) {
  const { perMinute, platformPerMinute } = deps.config.machineCalls;
  const rates = createCallRates(deps.clock);
  const calls = new WeakMap<FastifyRequest, Call>();

  /** @throws Refusal of the authenticator, `address_not_allowed`, `too_many_requests` */
  async function authenticate(request: FastifyRequest): Promise<Machine> {
    const machine = await deps.authenticate(request);
    const { allowedAddresses, isRateLimited } = machine.access;
    const quota = rates.take(machine.merchantId, isRateLimited ? perMinute : platformPerMinute);
    calls.set(request, { machine, quota });
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

  /** Adds the quota headers to every response, and logs every call. */
  function watch(http: FastifyInstance): void {
    http.addHook('onSend', (request, reply, payload, done) => {
      const call = calls.get(request);
      if (call) tellQuota(reply, call.quota);
      done(null, payload);
    });
    http.addHook('onResponse', (request, reply, done) => {
      const call = calls.get(request);
      if (call) deps.requestLog.note(call.machine, describeCall(request, reply, deps.clock.now()));
      done();
    });
  }

  return { authenticate, watch };
}

// https://datatracker.ietf.org/doc/draft-ietf-httpapi-ratelimit-headers/ version 10
function tellQuota(reply: FastifyReply, { limit, left, resetSeconds }: Quota): void {
  reply.header('ratelimit-policy', `"default";q=${limit};w=60`);
  reply.header('ratelimit', `"default";r=${left};t=${resetSeconds}`);
}

/**
 * Counts calls by merchant and minute, in this process: several processes allow as many times more, which keeps the
 * count out of the database and off the hot path.
 */
function createCallRates(clock: Clock) {
  const windows = new Map<string, { since: number; used: number }>();

  return {
    /** Counts one call. @param limit calls a minute */
    take(merchantId: string, limit: number): Quota {
      const now = clock.now().getTime();
      let window = windows.get(merchantId);
      if (!window || now - window.since >= WINDOW_MS || now < window.since) {
        if (windows.size >= MOST_MERCHANTS) windows.clear();
        window = { since: now, used: 0 };
        windows.set(merchantId, window);
      }
      window.used += 1;
      return {
        limit,
        left: Math.max(0, limit - window.used),
        resetSeconds: Math.max(1, Math.ceil((window.since + WINDOW_MS - now) / 1_000)),
        isExceeded: window.used > limit,
      };
    },
  };
}
