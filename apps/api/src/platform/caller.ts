import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyBaseLogger } from 'fastify';

/** IP address and request id of an API call, for log and audit records. */
export type Caller = {
  address: string;
  requestId: string;
  /** Logger of the process. Its lines lack the request id. */
  log?: Pick<FastifyBaseLogger, 'info' | 'warn'>;
};

const SERVER: Caller = { address: 'this server', requestId: 'none' };

// Passes the caller to every use case, so that log records need no parameter for it. Apart from its lane in a queue,
// it affects no answer.
const callers = new AsyncLocalStorage<Caller>();

/** Runs `work` on behalf of a caller; code within it can read `currentCaller`. */
export function runAsCaller<T>(caller: Caller, work: () => T): T {
  return callers.run(caller, work);
}

/** Returns the caller of the running API call; outside of a call, the server itself. */
export function currentCaller(): Caller {
  return callers.getStore() ?? SERVER;
}
