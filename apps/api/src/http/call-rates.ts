import type { FastifyRateLimitOptions, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { CallCounts } from '../platform/call-counts/create-call-counts.ts';
import { networkOf } from '../platform/net/public-address.ts';
import { accountOf } from './actor.ts';

/** Who is asking is known by then. The phones of a whole mobile network share a few addresses. */
export function countedAs(request: FastifyRequest): string {
  return apartFrom(request, accountOf(request.actor) ?? networkOf(request.ip));
}

/** The caller, apart for each value of the parameter that the rate names. */
export function apartFrom(request: FastifyRequest, caller: string): string {
  const { rate, params } = request.routeOptions.config.endpoint ?? {};
  // Made-up values share a count, or they would push the counts of others out of memory.
  if (rate?.apartBy === undefined || params?.safeParse(request.params).success !== true) return caller;
  const values = request.params as Record<string, unknown>;
  return `${caller} ${String(values[rate.apartBy])}`;
}

type Route = { routeInfo?: { method: string | string[]; url: string } };

/** Has the plug-in count where all processes do, each route apart. Its window is theirs, a minute. */
export function rateStoreOf(counts: CallCounts): FastifyRateLimitStoreCtor {
  return class RateStore {
    readonly #route: string;

    constructor(options: FastifyRateLimitOptions) {
      const { routeInfo } = options as Route;
      this.#route = routeInfo ? `${String(routeInfo.method)} ${routeInfo.url}` : '';
    }

    child(options: FastifyRateLimitOptions): RateStore {
      return new RateStore(options);
    }

    incr(
      caller: string,
      answer: (error: Error | null, result?: { current: number; ttl: number }) => void,
      _windowMs: number,
      limit: number,
    ): void {
      counts.count(`${this.#route} ${caller}`, limit).then(
        ({ used, resetMs }) => answer(null, { current: used, ttl: resetMs }),
        (error: Error) => answer(error),
      );
    }
  };
}
