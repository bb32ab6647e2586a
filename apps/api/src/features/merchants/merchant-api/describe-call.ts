import { uuid } from '@zawadi/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';

export type DescribedCall = {
  id: string;
  at: Date;
  method: string;
  path: string;
  status: number;
  code: string | null;
  durationMs: number;
  address: string;
};

/** What the log keeps of a call: no body, no query, and of a voucher code its last four. */
export function describeCall(request: FastifyRequest, reply: FastifyReply, now: Date): DescribedCall {
  const durationMs = Math.round(reply.elapsedTime);
  return {
    id: request.id,
    at: new Date(now.getTime() - durationMs),
    method: request.method,
    path: pathWithoutCodes(request),
    status: reply.statusCode,
    code: request.refusalCode ?? null,
    durationMs,
    address: request.ip,
  };
}

/** Built from the route's pattern, so that only parameters we know come out, and those only when they are ids. */
function pathWithoutCodes(request: FastifyRequest): string {
  const params = request.params as Partial<Record<string, string>>;
  const pattern = request.routeOptions.url ?? '';
  return pattern.replaceAll(/:(\w+)/gu, (_whole, name: string) => redacted(params[name] ?? ''));
}

function redacted(value: string): string {
  if (uuid.safeParse(value).success) return value;
  const symbols = value.replaceAll(/[^0-9A-Za-z]/gu, '');
  return `****${symbols.length >= 12 ? symbols.slice(-4).toUpperCase() : ''}`;
}
