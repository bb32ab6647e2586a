import { lookup } from 'node:dns';
import { request as requestInTheClear, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { request as requestEncrypted } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { hostOf, isLoopbackAddress, isLoopbackUrl, isPublicAddress } from './public-address.ts';

export type GetOptions = {
  headers: Record<string, string>;
  /** Time limit for everything: resolving, connecting, TLS, sending and reading the answer. */
  timeoutMs: number;
  /** Maximum size of the answer to read; the rest is ignored. */
  maxResponseBytes: number;
  /** Allows calls to this machine, also without TLS. For the sandbox and tests only. */
  allowsLoopback: boolean;
  /** Ports of this machine that are refused even with `allowsLoopback`, because the product listens there. */
  ownPorts: readonly number[];
  signal?: AbortSignal;
};

export type PostOptions = GetOptions & { body: string | Buffer };

export type PostAnswer =
  /** The receiver answered, with any status. A redirect counts as an answer and is not followed. */
  | { kind: 'answered'; status: number; headers: IncomingHttpHeaders; body: Buffer; isCut: boolean }
  /** Nothing was sent: the URL is not https, not valid, or leads to a private network. */
  | { kind: 'forbidden'; reason: Forbidden }
  /** No complete answer. The receiver may have got the message, unless the connection itself failed. */
  | { kind: 'failed'; reason: string };

export type Forbidden = 'not https' | 'not public' | 'ours';

type Rules = Pick<GetOptions, 'allowsLoopback' | 'ownPorts'>;

/** Error codes when a host name resolves to a forbidden IP address. */
const FORBIDDEN_CODES: Record<string, Forbidden> = { ENOTPUBLIC: 'not public', EOURS: 'ours' };

/**
 * Posts to a URL that a user has chosen. Resolves the host name once and checks the IP address when the socket
 * connects. DNS rebinding, which gives another address to a second look-up, has no effect.
 */
export function postPublicly(url: string, options: PostOptions): Promise<PostAnswer> {
  return callPublicly(url, { ...options, method: 'POST' });
}

/** Gets the resource at a URL that a user has chosen, with the same checks. */
export function getPublicly(url: string, options: GetOptions): Promise<PostAnswer> {
  return callPublicly(url, { ...options, method: 'GET' });
}

type CallOptions = GetOptions & ({ method: 'GET' } | { method: 'POST'; body: string | Buffer });

function callPublicly(url: string, options: CallOptions): Promise<PostAnswer> {
  const reason = whyForbidden(url, options);
  if (reason) return Promise.resolve({ kind: 'forbidden', reason });
  const target = new URL(url);
  return call(
    target,
    options,
    lookupOnly((address) => whyNotCalled(address, target, options)),
  );
}

/** Returns the reason to refuse a URL without resolving its host: no TLS, or a private IP address. */
export function whyForbidden(url: string, rules: Rules): Forbidden | undefined {
  const target = URL.parse(url);
  if (!target || !mayBeCalled(target, rules.allowsLoopback)) return 'not https';
  const literal = literalAddressOf(target);
  return literal === undefined ? undefined : whyNotCalled(literal, target, rules);
}

/** Returns the reason to refuse an IP address to which the host of `target` resolves. */
export function whyNotCalled(address: string, target: URL, rules: Rules): Forbidden | undefined {
  if (isPublicAddress(address)) return undefined;
  if (!rules.allowsLoopback || !isLoopbackAddress(address)) return 'not public';
  return rules.ownPorts.includes(portOf(target)) ? 'ours' : undefined;
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function mayBeCalled(target: URL, allowsLoopback: boolean): boolean {
  if (target.protocol === 'https:') return true;
  return allowsLoopback && target.protocol === 'http:' && isLoopbackUrl(target);
}

function literalAddressOf(target: URL): string | undefined {
  const address = hostOf(target);
  return isIP(address) === 0 ? undefined : address;
}

/** Resolves host names as the system does. Refuses a name if any of its IP addresses is not allowed. */
function lookupOnly(whyNot: (address: string) => Forbidden | undefined): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error || !first) return callback(error ?? fault('ENOTFOUND'), '');
      const reason = addresses.map(({ address }) => whyNot(address)).find((one) => one !== undefined);
      if (reason) return callback(fault(reason === 'ours' ? 'EOURS' : 'ENOTPUBLIC'), '');
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function fault(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code });
}

async function call(target: URL, options: CallOptions, checkedLookup: LookupFunction): Promise<PostAnswer> {
  const deadline = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  const request = target.protocol === 'https:' ? requestEncrypted : requestInTheClear;
  const { promise, resolve, reject } = Promise.withResolvers<PostAnswer>();
  const body = options.method === 'POST' ? options.body : undefined;
  const sent = request(target, {
    method: options.method,
    headers: {
      ...options.headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
    lookup: checkedLookup,
    // Open a new connection: a kept one would skip the look-up and its check.
    agent: false,
    signal,
  });
  sent.on('error', reject);
  sent.on('response', (response) => void readUpTo(response, options.maxResponseBytes).then(resolve, reject));
  sent.end(body);
  try {
    return await promise;
  } catch (error) {
    return outcomeOf(error, deadline);
  } finally {
    sent.destroy();
  }
}

async function readUpTo(response: IncomingMessage, maxBytes: number): Promise<PostAnswer> {
  const { statusCode: status = 0, headers } = response;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxBytes) break;
  }
  const body = Buffer.concat(chunks).subarray(0, maxBytes);
  return { kind: 'answered', status, headers, body, isCut: bytes > maxBytes };
}

function outcomeOf(error: unknown, deadline: AbortSignal): PostAnswer {
  if (deadline.aborted) return { kind: 'failed', reason: 'timeout' };
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'fault';
  const reason = FORBIDDEN_CODES[code];
  return reason ? { kind: 'forbidden', reason } : { kind: 'failed', reason: code };
}
