import { fault, type RefusalCode, type RefusalEnvelope } from '@zawadi/contract';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { Overloaded } from '../platform/batcher.ts';
import { isDatabaseInTrouble } from '../platform/db/in-transaction.ts';
import { Refusal } from '../platform/refusal.ts';

/** The merchant API answers in RFC 9457; everything else under /api in the envelope. */
export function isMachinePath(path: string): boolean {
  return path.startsWith('/api/v1/');
}

/** The one place where a failure becomes an HTTP answer. Faults are logged once, with their stack, and never shown. */
export function answerError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (isDatabaseInTrouble(error)) {
    request.log.warn({ err: error }, 'the database cannot do this now');
    return answerRefusal(request, reply, new Refusal('overloaded', { retryAfterSeconds: 2 }));
  }
  // The caller hung up before the body was complete, and will read no answer.
  const isAborted = error === request.raw.errored;
  const refusal = isAborted ? new Refusal('invalid_json') : refusalOf(error);
  if (!refusal) {
    request.log.error({ err: error, code: fault.code }, 'request failed');
    return answer(request, reply, { ...fault, details: {} });
  }
  return answerRefusal(request, reply, refusal);
}

/** For addresses that nothing is registered at. */
export function answerNotFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return answerRefusal(request, reply, new Refusal('not_found'));
}

function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, message, details, wireCode } = refusal;
  return answer(request, reply, { status, message, details, code: wireCode });
}

type Answer = Pick<Refusal, 'status' | 'message' | 'details'> & { code: string };

function answer(request: FastifyRequest, reply: FastifyReply, problem: Answer): FastifyReply {
  request.refusalCode = problem.code;
  const { retryAfterSeconds } = problem.details;
  if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
  reply.header('cache-control', 'no-store');
  return isMachinePath(request.url)
    ? answerProblem(request, reply, problem)
    : answerEnvelope(request, reply, problem);
}

function answerEnvelope(request: FastifyRequest, reply: FastifyReply, problem: Answer): FastifyReply {
  const envelope: RefusalEnvelope = {
    responseCode: problem.status,
    code: problem.code,
    responseMessage: problem.message,
    customerMessage: problem.message,
    traceId: request.id,
    ...problem.details,
  };
  return reply
    .status(problem.status)
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(envelope);
}

function answerProblem(request: FastifyRequest, reply: FastifyReply, problem: Answer): FastifyReply {
  if (problem.status === 401) reply.header('www-authenticate', 'Basic realm="Zawadi merchant API"');
  return reply
    .status(problem.status)
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send({
      type: 'about:blank',
      title: problem.code.replaceAll('_', ' '),
      status: problem.status,
      detail: problem.message,
      instance: `urn:request:${request.id}`,
      code: problem.code,
      ...(problem.details.fields && { errors: problem.details.fields }),
    });
}

function refusalOf(error: FastifyError | Error): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return schemaRefusal(error);
  if (error instanceof Overloaded) return new Refusal('overloaded', { retryAfterSeconds: 1 });
  const code = 'code' in error ? error.code : '';
  const known = REQUEST_ERRORS[code];
  if (known) return new Refusal(known);
  // Anything else Fastify itself refuses about the request (a bad header, a broken length) is the caller's.
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
  // Of the files of the web app: `..`, `//` or a NUL in the address.
  FST_STATIC_FORBIDDEN_PATH: 'not_found',
};

function schemaRefusal(error: { validation: { instancePath: string; message?: string }[] }): Refusal {
  const fields = error.validation.map((issue) => ({
    path: issue.instancePath.replace(/^\//u, '').replaceAll('/', '.'),
    message: issue.message ?? 'This is not valid',
  }));
  const first = fields[0];
  return new Refusal(
    'validation_failed',
    { fields },
    fields.length === 1 && first ? first.message : undefined,
  );
}
