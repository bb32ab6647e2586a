import { STATUS_CODES } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { darajaErrorBody } from '../mpesa/daraja-error.ts';
import type { World } from '../world.ts';

/**
 * Injects the HTTP faults of the current behaviour:
 * - failed requests get an error and are not executed
 * - hanging requests are executed late, because a server does not notice that its client gave up
 * - dropped requests are executed, but their answer is never sent
 * - refused repetitions follow a dropped request under the same OriginatorConversationID, until a restart
 */
export function addFaultyHttp(app: FastifyInstance, world: World, signal: AbortSignal): void {
  const { behaviour, events } = world;
  const dropped = new WeakSet<FastifyRequest>();
  const refused = new Set<string>();

  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request);
    events.record('Request received', `${request.method} ${path}`);
    const failure = behaviour.take('failHttp', path);
    if (failure) {
      events.record('Request failed on purpose', `Answered ${failure.status}`);
      return reply.code(failure.status).send(failureBody(failure.status));
    }
    if (behaviour.take('executeThenDrop', path)) {
      events.record('Answer dropped on purpose', path);
      dropped.add(request);
    }
    return undefined;
  });

  // Runs after the body is read, so that a client that gives up during the hang has already sent the whole request.
  app.addHook('preHandler', async (request) => {
    const hang = behaviour.take('hang', pathOf(request));
    if (hang === null) return;
    events.record('Request hangs on purpose', `${hang.ms} ms`);
    await wait(hang.ms, undefined, { signal }).catch(() => undefined);
  });

  app.addHook('preHandler', async (request, reply) => {
    const path = pathOf(request);
    const id = requestId.safeParse(request.body).data?.OriginatorConversationID;
    if (id === undefined) return undefined;
    const order = `${path} ${id}`;
    if (refused.has(order)) {
      events.record('Repetition refused on purpose', order);
      return reply.code(400).send(darajaErrorBody('400.002.02', 'Bad Request - Invalid Request'));
    }
    if (behaviour.take('executeThenRefuse', path)) {
      events.record('Answer dropped on purpose', path);
      refused.add(order);
      dropped.add(request);
    }
    return undefined;
  });

  app.addHook('onSend', async (request, _reply, payload) => {
    if (dropped.has(request)) request.raw.socket.destroy();
    return payload;
  });
}

const requestId = z.object({ OriginatorConversationID: z.string() });

export function pathOf(request: FastifyRequest): string {
  return request.url.split('?')[0] ?? request.url;
}

/** Daraja's own errors are JSON. Errors of the gateway in front of Daraja are HTML pages. */
function failureBody(status: number): object | string {
  const words = STATUS_CODES[status] ?? 'Error';
  if (status === 500) return darajaErrorBody('500.003.1001', 'Internal Server Error');
  return status > 500
    ? `<html><body><h1>${status} ${words}</h1></body></html>`
    : darajaErrorBody(`${status}.001`, words);
}
