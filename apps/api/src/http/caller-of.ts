import type { FastifyRequest } from 'fastify';
import type { Caller } from '../platform/caller.ts';

/** Who is calling, as security events and the audit log name it. */
export function callerOf(request: FastifyRequest): Caller {
  return (request.caller ??= { address: request.ip, requestId: request.id, log: request.log });
}
