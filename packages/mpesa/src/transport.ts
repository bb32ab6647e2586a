/**
 * The parameters of `fetch` that we use. A caller can pass its own function, with a dispatcher, a proxy or a recorder.
 */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type TransportRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: unknown;
};

/**
 * `json` is undefined if the body is empty, too long or not JSON. `date` is the time by Daraja's clock, in whole
 * seconds.
 */
export type TransportAnswer =
  | { kind: 'answered'; status: number; json: unknown; date: Date | undefined }
  | { kind: 'silent'; cause: 'not_sent' | 'timed_out' | 'connection_failed'; detail: string };

export type Transport = (request: TransportRequest) => Promise<TransportAnswer>;

const answerLimitBytes = 1_000_000;

/** Errors of a connection that was never opened, so that Daraja cannot have executed anything. */
const neverConnected = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/**
 * Makes a function that sends one HTTP request. It ends within `timeoutMs`, including the body, and never throws.
 * @param options.baseUrl scheme and host of Daraja, without a path
 * @param options.timeoutMs time limit for request and answer together
 */
export function createTransport(options: { baseUrl: string; timeoutMs: number; fetch: Fetch }): Transport {
  return async (request) => {
    const signal = AbortSignal.timeout(options.timeoutMs);
    try {
      const response = await options.fetch(new URL(request.path, options.baseUrl).href, {
        method: request.method,
        headers: request.headers,
        body: request.body === undefined ? null : JSON.stringify(request.body),
        redirect: 'manual',
        signal,
      });
      const { status, headers } = response;
      const json = parseJson(await readText(response));
      return { kind: 'answered', status, json, date: parseDate(headers.get('date')) };
    } catch (error) {
      if (signal.aborted) return silent('timed_out', `no answer in ${options.timeoutMs} ms`);
      const code = errorCode(error);
      return silent(neverConnected.has(code) ? 'not_sent' : 'connection_failed', code);
    }
  };
}

function silent(cause: 'not_sent' | 'timed_out' | 'connection_failed', detail: string): TransportAnswer {
  return { kind: 'silent', cause, detail };
}

async function readText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > answerLimitBytes) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function parseDate(header: string | null): Date | undefined {
  const date = new Date(header ?? '');
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** `fetch` throws a TypeError whose `cause` is the socket's error. */
function errorCode(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof Error && 'code' in cause) return String(cause.code);
  return cause instanceof Error ? cause.message : String(cause);
}
