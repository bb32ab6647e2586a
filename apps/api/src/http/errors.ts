import {
  describeProblem,
  fault,
  refusals,
  type Problem,
  type ProblemCode,
  type RefusalCode,
  type RefusalEnvelope,
} from '@zawadi/contract';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { Overloaded } from '../platform/batcher.ts';
import { isDatabaseInTrouble } from '../platform/db/in-transaction.ts';
import { Refusal, type RefusalDetails } from '../platform/refusal.ts';
import { allowedMethodsAt } from './allowed-methods.ts';
import { describeInvalidFields } from './describe-invalid-fields.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Public URL of the product, for links in error responses. */
    publicUrl: string;
  }
}

/**
 * Returns true for a path of the merchant API, which answers errors in RFC 9457 format. Other paths below /api answer
 * them in the envelope.
 */
export function isMachinePath(path: string): boolean {
  return path.startsWith('/api/v1/');
}

/**
 * Converts an error to an HTTP answer. All errors are answered here. Logs a fault once, with its stack, and never
 * shows it to the caller.
 */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (isDatabaseInTrouble(error)) {
    logOf(request).warn({ err: error }, 'the database cannot do this now');
    return answerRefusal(request, reply, new Refusal('overloaded', { retryAfterSeconds: 2 }));
  }
  // The caller hung up before its body was complete, and will read no answer.
  const isAborted = error === request.raw.errored;
  const refusal = isAborted ? new Refusal('invalid_json') : refusalOf(error, request);
  if (!refusal) {
    logOf(request).error({ err: error, code: fault.code }, 'request failed');
    return answer(request, reply, { ...fault, wireCode: fault.code, details: {} });
  }
  return answerRefusal(request, reply, refusal);
}

/**
 * Returns a child logger with the request's id. Lines of one outage differ only in this id, so that the log can count
 * repeats.
 */
function logOf(request: FastifyRequest): FastifyBaseLogger {
  return request.log.child({ reqId: request.id });
}

/** Answers a request without a route: its path is unknown, or does not take its method. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const allowed = allowedMethodsAt(request.server, request.url.split('?', 1)[0] ?? '');
  // A handler may find nothing at a path whose method is right.
  if (allowed.length === 0 || allowed.includes(request.method)) {
    return answerRefusal(request, reply, new Refusal('not_found'));
  }
  reply.header('allow', allowed.join(', '));
  return answerRefusal(request, reply, new Refusal('method_not_allowed'));
}

function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, wireCode, status, message, details } = refusal;
  return answer(request, reply, { code, wireCode, status, message, details });
}

type Answer = {
  code: ProblemCode;
  wireCode: string;
  status: number;
  message: string;
  details: RefusalDetails;
};

function answer(request: FastifyRequest, reply: FastifyReply, given: Answer): FastifyReply {
  request.refusalCode = given.wireCode;
  const { retryAfterSeconds } = given.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  reply.header('cache-control', 'no-store');
  return isMachinePath(request.url)
    ? answerProblem(request, reply, given)
    : answerEnvelope(request, reply, given);
}

function answerEnvelope(request: FastifyRequest, reply: FastifyReply, given: Answer): FastifyReply {
  const envelope: RefusalEnvelope = {
    responseCode: given.status,
    code: given.wireCode,
    responseMessage: given.message,
    customerMessage: given.message,
    traceId: request.id,
    ...given.details,
  };
  return reply
    .status(given.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(envelope);
}

const CHALLENGES = 'Basic realm="Zawadi merchant API", Bearer realm="Zawadi merchant API"';

function answerProblem(request: FastifyRequest, reply: FastifyReply, given: Answer): FastifyReply {
  if (given.status === 401) reply.header('www-authenticate', CHALLENGES);
  const { fields, balance, allowed, usedAt } = given.details;
  const known = describeProblem(given.code);
  const param = fields?.length === 1 ? fields[0]?.path : known.param;
  const answered: Problem = {
    type: `${request.server.publicUrl}/developers/errors#${given.wireCode}`,
    title: known.title,
    status: given.status,
    detail: detailOf(given),
    instance: `urn:request:${request.id}`,
    code: given.wireCode,
    request_id: request.id,
    ...(param !== undefined && { param }),
    ...(fields && { errors: fields }),
    ...(balance !== undefined && { balance }),
    ...(allowed !== undefined && { allowed }),
    ...(usedAt !== undefined && { used_at: usedAt }),
  };
  return reply
    .status(given.status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(answered);
}

/** Returns a sentence for each invalid field; otherwise the refusal's own sentence, if it has one. */
function detailOf({ code, message, details: { fields = [] } }: Answer): string {
  if (fields.length > 0) return fields.map(inSentence).join(' ');
  const usual: string = code === fault.code ? fault.message : refusals[code].message;
  return message === usual ? describeProblem(code).detail : message;
}

function inSentence({ path, message }: { path: string; message: string }): string {
  return `\`${path}\` ${message}${/[.?]$/u.test(message) ? '' : '.'}`;
}

function refusalOf(error: FastifyError | Error, request: FastifyRequest): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return schemaRefusal(error, request);
  if (error instanceof Overloaded) return new Refusal('overloaded', { retryAfterSeconds: 1 });
  const code = 'code' in error ? error.code : '';
  const known = REQUEST_ERRORS[code];
  if (known) return new Refusal(known);
  // Fastify's other errors about a request, such as a bad header or a wrong length, are the caller's fault.
  if ('statusCode' in error && error.statusCode === 429)
    return new Refusal('too_many_requests', { retryAfterSeconds: 60 });
  if (code.startsWith('FST_ERR_CTP_')) return new Refusal('invalid_json');
  return error instanceof SyntaxError && 'statusCode' in error ? new Refusal('invalid_json') : undefined;
}

const REQUEST_ERRORS: Record<string, RefusalCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_ERR_BAD_URL: 'not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'not_found',
  // Fastify throws this for files of the web app: `..`, `//` or a NUL in the path.
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
};

function schemaRefusal(error: FastifyError, request: FastifyRequest): Refusal {
  if (isMachinePath(request.url)) {
    return new Refusal('validation_failed', { fields: describeInvalidFields(error, request) });
  }
  const fields = (error.validation ?? []).map((issue) => ({
    path: issue.instancePath.replace(/^\//u, '').replaceAll('/', '.'),
    message: issue.message ?? 'This is not valid',
    ...codeOf(issue.params),
  }));
  const first = fields[0];
  return new Refusal(
    'validation_failed',
    { fields },
    fields.length === 1 && first ? first.message : undefined,
  );
}

/** Returns the error code that a rule of the contract attaches to its sentence. */
function codeOf(issue: Record<string, unknown>): { code?: string } {
  const { params } = issue;
  const code = typeof params === 'object' && params !== null && 'code' in params ? params.code : undefined;
  return typeof code === 'string' ? { code } : {};
}
