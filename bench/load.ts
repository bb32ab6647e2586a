import autocannon from 'autocannon';

/** What one run of load measured. Latencies are in milliseconds, as the client saw them. */
export type Load = { perSecond: number; p50Ms: number; p99Ms: number; failures: number };

export type LoadRequest = {
  url: string;
  path: (count: number) => string;
  headers: (count: number) => Record<string, string>;
  body: string;
};

const WARM_UP_SECONDS = 1;

/** Sends the same kind of POST over and over on a number of connections, for some seconds after a short warm-up. */
export async function load(
  request: LoadRequest,
  options: { connections: number; seconds: number },
): Promise<Load> {
  await fire(request, { connections: options.connections, seconds: WARM_UP_SECONDS });
  const result = await fire(request, options);
  return {
    perSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}

let sent = 0;

function fire(request: LoadRequest, options: { connections: number; seconds: number }) {
  return autocannon({
    url: request.url,
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
