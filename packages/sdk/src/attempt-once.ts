import type { Connection } from './settings.ts';

export type Call = {
  /**
   * Name of the call for error messages. The path is not used there: it may contain a voucher code, which is as good as
   * money and must not be logged.
   */
  name: string;
  method: 'GET' | 'POST';
  /** Path relative to the base URL, with its query. */
  path: string;
  body?: object;
};

/** Outcome of one request: a complete answer, or the cause of the failure. */
export type Reply = { status: number; headers: Headers; json: unknown } | { cause: unknown };

/**
 * Sends one request, without retries. Never throws: a failure, a time-out or an abort is returned as `cause`.
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
