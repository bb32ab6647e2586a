import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

/** Result of one load run. Latencies are in milliseconds, as the client saw them. */
type Load = { perSecond: number; p50Ms: number; p99Ms: number; failures: number; seconds: number };

export type LoadRequest = {
  /** URLs over which the connections are spread. */
  url: string[];
  path: (count: number) => string;
  headers: (count: number) => Record<string, string>;
  body: string;
};

const WARM_UP_SECONDS = 1;

let sent = 0;

/** Returns a POST to a path, with an amount as its body. */
export function plainPost(path: string): Omit<LoadRequest, 'url'> {
  return {
    path: () => path,
    headers: () => ({ 'content-type': 'application/json' }),
    body: JSON.stringify({ amount: 1 }),
  };
}

/** Returns requests that redeem one shilling from voucher after voucher, each with a new idempotency key. */
export function redemptions(till: (count: number) => string, codes: string[]): Omit<LoadRequest, 'url'> {
  return {
    path: (count) => `/api/v1/vouchers/${codes[count % codes.length]}/redeem`,
    headers: (count) => ({
      'content-type': 'application/json',
      authorization: till(count),
      'idempotency-key': randomUUID(),
    }),
    body: JSON.stringify({ amount: 1 }),
  };
}

/** Sends the same kind of POST repeatedly on several connections, for some seconds after a short warm-up. */
export async function load(
  request: LoadRequest,
  options: { connections: number; seconds: number; onBegin?: () => void | Promise<void> },
): Promise<Load> {
  await fire(request, { connections: options.connections, seconds: WARM_UP_SECONDS });
  await options.onBegin?.();
  const result = await fire(request, options);
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
    seconds: result.duration,
  };
}

function fire(request: LoadRequest, options: { connections: number; seconds: number }) {
  return autocannon({
    // autocannon accepts several URLs, but its types allow only one.
    url: request.url as unknown as string,
    connections: options.connections,
    duration: options.seconds,
    requests: [
      {
        method: 'POST',
        body: request.body,
        setupRequest: (given) => {
          sent += 1;
          return {
            ...given,
            path: request.path(sent),
            headers: { ...given.headers, ...request.headers(sent) },
          };
        },
      },
    ],
  });
}
