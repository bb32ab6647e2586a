import { rejected, unknown } from './call-outcome.ts';
import type { Rejected, Unknown } from './call-outcome.ts';
import { createMemoryTokenStore } from './token-store.ts';
import type { StoredToken, TokenStore } from './token-store.ts';
import type { Transport } from './transport.ts';
import { paths } from './wire/paths.ts';
import { errorReplySchema, tokenReplySchema } from './wire/replies.ts';

export type TokenOutcome = { outcome: 'token'; accessToken: string } | Rejected | Unknown;

/** @param refused a token that Daraja has just refused, and that the source must not return again */
export type TokenSource = (refused?: string) => Promise<TokenOutcome>;

/** Other libraries renew tokens one to five minutes early, because Daraja's clock may differ from ours. */
const renewEarlyMs = 60_000;

/**
 * Shares one token between all callers. Each OAuth request invalidates the previous token. So this process has at most
 * one request in flight, and processes that share a store use its lock (v3/Authorization).
 */
export function createTokenSource(options: {
  transport: Transport;
  consumerKey: string;
  consumerSecret: string;
  clock: () => Date;
  store?: TokenStore | undefined;
}): TokenSource {
  const store = options.store ?? createMemoryTokenStore();
  let latest: StoredToken | undefined;
  let inFlight: Promise<TokenOutcome> | undefined;

  const isUsable = (token: StoredToken | undefined, refused?: string): token is StoredToken =>
    token !== undefined &&
    token.accessToken !== refused &&
    token.expiresAt.getTime() - options.clock().getTime() > renewEarlyMs;

  async function renew(refused?: string): Promise<TokenOutcome> {
    const stored = await store.read();
    if (isUsable(stored, refused)) return keep(stored);
    const fresh = await requestToken(options);
    if (fresh.outcome !== 'token') return fresh;
    await store.write(fresh.token);
    return keep(fresh.token);
  }

  function keep(token: StoredToken): TokenOutcome {
    latest = token;
    return { outcome: 'token', accessToken: token.accessToken };
  }

  return async (refused) => {
    if (isUsable(latest, refused)) return { outcome: 'token', accessToken: latest.accessToken };
    inFlight ??= store
      .withLock(() => renew(refused))
      .catch((error: unknown) => unknown('not_sent', `token store: ${String(error)}`))
      .finally(() => (inFlight = undefined));
    return inFlight;
  };
}

async function requestToken(options: {
  transport: Transport;
  consumerKey: string;
  consumerSecret: string;
  clock: () => Date;
}): Promise<{ outcome: 'token'; token: StoredToken } | Rejected | Unknown> {
  const askedAtMs = options.clock().getTime();
  const basic = Buffer.from(`${options.consumerKey}:${options.consumerSecret}`).toString('base64');
  const answer = await options.transport({
    method: 'GET',
    path: `${paths.token}?grant_type=client_credentials`,
    headers: { authorization: `Basic ${basic}`, accept: 'application/json' },
  });
  // Whatever failed here, the call that needs the token was not sent.
  if (answer.kind === 'silent') return unknown('not_sent', `token: ${answer.cause} ${answer.detail}`);

  const reply = tokenReplySchema.safeParse(answer.json);
  if (answer.status === 200 && reply.success) {
    const expiresAt = new Date(askedAtMs + reply.data.expires_in * 1000);
    return { outcome: 'token', token: { accessToken: reply.data.access_token, expiresAt } };
  }
  // Daraja answers wrong credentials with HTTP 400 and an empty body.
  if (answer.status === 400 || answer.status === 401) {
    const error = errorReplySchema.safeParse(answer.json);
    const code = error.success ? error.data.errorCode : `http_${answer.status}`;
    return rejected('wrong_credentials', code, error.success ? error.data.errorMessage : 'OAuth refused');
  }
  return unknown('not_sent', `token: HTTP ${answer.status}`);
}
