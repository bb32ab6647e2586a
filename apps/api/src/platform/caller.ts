import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';

/** From where a call comes, and which one it is: what records of it name. */
export type Caller = {
  address: string;
  requestId: string;
  /** Of the process: its lines do not name the call by themselves. */
  log?: Pick<FastifyBaseLogger, 'info' | 'warn'>;
};

const SERVER: Caller = { address: 'this server', requestId: 'none' };

// Follows a call through every use case, so that log records need no parameter for it. No answer depends on it, only whose turn it is.
const callers = new AsyncLocalStorage<Caller>();

/** Runs a part of a call, whose records may ask for `currentCaller`. */
export function asCaller<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work);
}

/** Whose call is under way; the server itself outside of calls. */
export function currentCaller(): Caller {
  return callers.getStore() ?? SERVER;
}
