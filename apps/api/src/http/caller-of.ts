import type { FastifyRequest } from 'fastify';
import type { Caller } from '../platform/caller.ts';

/** Returns the caller of a request, for security events and the audit log. */
export function callerOf(request: FastifyRequest): Caller {
  return (request.caller ??= { address: request.ip, requestId: request.id, log: request.log });
}
