import type { ApiRequest } from '@zawadi/contract';
import type { FastifyRequest } from 'fastify';
import { earliestMomentOf } from '../../../platform/nairobi-time.ts';

type Deprecation = { since: Date; notice: NonNullable<ApiRequest['notice']> };

/** Returns since when a call as this one is deprecated; undefined if it is not. Needs the body of the request. */
export function deprecationOf({ routeOptions, body }: FastifyRequest): Deprecation | undefined {
  const without = routeOptions.config.endpoint?.deprecatedWithout;
  // A refused caller's body is not read, and a body of another type is refused.
  if (!without || typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  if (new Map(Object.entries(body)).get(without.field) !== undefined) return undefined;
  return { since: earliestMomentOf(without.since), notice: `${without.field}_missing` };
}
