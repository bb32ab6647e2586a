import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseVoucherAlias, type ApiRequest } from '@zawadi/contract';
import { deprecationOf } from './deprecation.ts';
import { ID, maskedBody, maskedText } from './mask-body.ts';

export type DescribedCall = {
  id: string;
  at: Date;
  method: string;
  path: string;
  status: number;
  code: string | null;
  durationMs: number;
  address: string;
  idempotencyKey: string | null;
  /** Request body, or the query string if there is no body. */
  sent: string | null;
  answered: string | null;
  /** A deprecation that the caller should follow up. */
  notice: ApiRequest['notice'] | null;
};

/** Bodies before serialization; undefined if there was none. */
export type CallBodies = { sent?: unknown; answered?: unknown };

/**
 * Describes an API call for the log. Removes secrets and personal data from bodies, aliases, and all but the last
 * four symbols of a voucher code.
 */
export function describeCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { now, bodies }: { now: Date; bodies: CallBodies },
): DescribedCall {
  const durationMs = Math.round(reply.elapsedTime);
  const idempotencyKey = request.headers['idempotency-key'];
  return {
    id: request.id,
    at: new Date(now.getTime() - durationMs),
    method: request.method,
    path: pathWithoutCodes(request),
    status: reply.statusCode,
    code: request.refusalCode ?? null,
    durationMs,
    address: request.ip,
    idempotencyKey: typeof idempotencyKey === 'string' ? maskedText(idempotencyKey) : null,
    sent: bodyOf(bodies.sent, false),
    answered: bodyOf(bodies.answered, reply.statusCode >= 400),
    notice: deprecationOf(request)?.notice ?? null,
  };
}

function bodyOf(body: unknown, isProblem: boolean): string | null {
  const isEmpty = typeof body !== 'object' || body === null || Object.keys(body).length === 0;
  return isEmpty ? null : maskedBody(body, { isProblem });
}

/** Builds the path from the route's pattern. Fills in only known parameters whose value is an id. */
function pathWithoutCodes(request: FastifyRequest): string {
  const params = request.params as Partial<Record<string, string>>;
  const pattern = request.routeOptions.url ?? '';
  return pattern.replaceAll(/:(\w+)/gu, (_whole, name: string) => redacted(params[name] ?? ''));
}

function redacted(value: string): string {
  if (ID.test(value)) return value;
  const symbols = value.replaceAll(/[^0-9A-Za-z]/gu, '');
  // An alias shows nothing: its end is not the end of the code, by which shops know a voucher.
  const isShown = symbols.length >= 12 && parseVoucherAlias(symbols) === undefined;
  return `****${isShown ? symbols.slice(-4).toUpperCase() : ''}`;
}
