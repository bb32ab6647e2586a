import type { FastifyRateLimitOptions, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { FastifyRequest } from 'fastify';
import type { CallCounts } from '../platform/call-counts/create-call-counts.ts';
import { networkOf } from '../platform/net/public-address.ts';
import { accountOf } from './actor.ts';

/**
 * Returns the name under which a request is counted: the account, or the network of a caller without one. The phones
 * of a mobile network share a few IP addresses, so the network is the second choice.
 */
export function countedAs(request: FastifyRequest): string {
  return apartFrom(request, accountOf(request.actor) ?? networkOf(request.ip));
}

/** Returns the caller's name. If the rate counts apart by a path parameter, appends its value. */
export function apartFrom(request: FastifyRequest, caller: string): string {
  const { rate, params } = request.routeOptions.config.endpoint ?? {};
  // Invalid values share one count. Otherwise they would push other callers' counts out of memory.
  if (rate?.apartBy === undefined || params?.safeParse(request.params).success !== true) return caller;
  const values = request.params as Record<string, unknown>;
  return `${caller} ${String(values[rate.apartBy])}`;
}

type Route = { routeInfo?: { method: string | string[]; url: string } };

/** Makes Fastify's rate-limit plug-in use the counts of all processes, with one count per route and minute. */
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
