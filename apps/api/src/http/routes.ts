import type { Endpoint, HandlerAnswer, HandlerInput } from '@zawadi/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ActorOf } from './actor.ts';

/** Facts for a handler about its request, besides the validated input. */
export type CallContext<E extends Endpoint> = {
  actor: ActorOf<E['audience']>;
  requestId: string;
  /** IP address of the caller. Behind a trusted proxy, the address of the proxy's client. */
  address: string;
  userAgent: string;
  /** Bearer token, for endpoints whose body repeats it. */
  bearer: string | undefined;
  /** Thumbprint of the key to which a new or renewed session is bound. */
  deviceKey: string | undefined;
  reply: FastifyReply;
};

export type Handler<E extends Endpoint> = (
  input: HandlerInput<E>,
  context: CallContext<E>,
) => Promise<HandlerAnswer<E>>;

/** An endpoint with its handler. Made by `route`, registered by `registerRoutes`. */
export type Route = {
  endpoint: Endpoint;
  run: (request: FastifyRequest, reply: FastifyReply, actor: unknown) => Promise<unknown>;
  /** Refuses a caller by the unvalidated path parameters, before the body is read. */
  admit?: ((params: unknown) => void) | undefined;
};

/**
 * Binds an endpoint of the contract to the use case that serves it.
 * @param admit throws a Refusal for path parameters with a wrong secret, before the body is read
 */
export function route<const E extends Endpoint>(
  endpoint: E,
  handler: Handler<E>,
  admit?: Route['admit'],
): Route {
  return {
    endpoint,
    admit,
    run: (request, reply, actor) =>
      handler(validatedInput<E>(request), {
        actor: actorOf<E>(actor),
        requestId: request.id,
        address: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, 300) ?? '',
        bearer: bearerOf(request),
        deviceKey: request.deviceKey,
        reply,
      }),
  };
}

/** Returns the token of an `Authorization: Bearer …` header. */
export function bearerOf(request: FastifyRequest): string | undefined {
  return /^Bearer (\S{1,4096})$/iu.exec(request.headers.authorization ?? '')?.[1];
}

// Fastify has validated these four with the endpoint's schemas before it calls the handler.
function validatedInput<E extends Endpoint>(request: FastifyRequest): HandlerInput<E> {
  return {
    params: request.params,
    query: request.query,
    headers: request.headers,
    body: request.body,
  } as HandlerInput<E>;
}

// `registerRoutes` sets the actor with the authenticator of the same audience.
function actorOf<E extends Endpoint>(actor: unknown): ActorOf<E['audience']> {
  return actor as ActorOf<E['audience']>;
}
