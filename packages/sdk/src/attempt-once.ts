import type { Connection } from './settings.ts';

export type Call = {
  /** For messages: the path may contain a code, which is as good as money and must not get into a log. */
  name: string;
  method: 'GET' | 'POST';
  /** Path below the base URL, with its query. */
  path: string;
  body?: object;
};

/** Outcome of one request: an answer that was read to its end, or none. */
export type Reply = { status: number; headers: Headers; json: unknown } | { cause: unknown };

/**
 * Sends one request, without retries. Never throws: a failure is its `cause`, including a time-out or an abort.
 * @param options.key the idempotency key of a POST
 */
export async function attemptOnce(
  connection: Connection,
  call: Call,
  { key, signal }: { key: string | undefined; signal: AbortSignal | undefined },
): Promise<Reply> {
  const timeout = AbortSignal.timeout(connection.timeoutMs);
  try {
    const response = await fetch(connection.baseUrl + call.path, {
      method: call.method,
      headers: {
        accept: 'application/json',
        authorization: connection.authorization,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(call.body && { 'content-type': 'application/json' }),
      },
      ...(call.body && { body: JSON.stringify(call.body) }),
      // A redirect would send the secret to another address.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: parse(text) };
  } catch (cause) {
    return { cause };
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
