import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';

/** Origin and id of a call, for its log and audit records. */
export type Caller = {
  address: string;
  requestId: string;
  /** Logger of the process: its lines do not include the request id. */
  log?: Pick<FastifyBaseLogger, 'info' | 'warn'>;
};

const SERVER: Caller = { address: 'this server', requestId: 'none' };

// Carries the caller through every use case, so that log records need no parameter for it. No answer depends on it;
// only the lane in a queue does.
const callers = new AsyncLocalStorage<Caller>();

/** Runs part of a call; its records can read `currentCaller`. */
export function runAsCaller<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work);
}

/** Returns the caller of the current call; outside of calls, the server itself. */
export function currentCaller(): Caller {
  return callers.getStore() ?? SERVER;
}
