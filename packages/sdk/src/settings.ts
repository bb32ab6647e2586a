export interface ZawadiSettings {
  /** `zk_live_…` or `zk_test_…`, from the portal under API Access. */
  apiKey: string;
  /** `zs_live_…` or `zs_test_…`, which the portal shows only once, when the secret is made. */
  apiSecret: string;
  /** From the portal; ends with `/api/v1`. It must be https, except on this machine. */
  baseUrl: string;
  /** Time limit of one attempt; by default 15 seconds. */
  timeoutMs?: number;
  /** The most retries of a call without a definite answer; by default 3. */
  maximumRetries?: number;
}

export type Connection = {
  baseUrl: string;
  authorization: string;
  timeoutMs: number;
  maximumRetries: number;
};

const TIMEOUT_MS = 15_000;
const MAXIMUM_RETRIES = 3;

/**
 * Validates the settings.
 * @throws TypeError for settings with which no call can succeed, or which would send the secret unencrypted
 */
export function connectionOf(settings: ZawadiSettings): Connection {
  const { apiKey, apiSecret, timeoutMs = TIMEOUT_MS, maximumRetries = MAXIMUM_RETRIES } = settings;
  if (!isToken(apiKey) || !isToken(apiSecret)) {
    throw new TypeError('apiKey and apiSecret are needed; the portal has them under API Access.');
  }
  if (!(timeoutMs > 0)) throw new TypeError('timeoutMs must be more than 0.');
  if (!Number.isSafeInteger(maximumRetries) || maximumRetries < 0) {
    throw new TypeError('maximumRetries must be a whole number, 0 or more.');
  }
  return {
    baseUrl: addressOf(settings.baseUrl),
    authorization: `Basic ${btoa(`${apiKey}:${apiSecret}`)}`,
    timeoutMs,
    maximumRetries,
  };
}

function isToken(value: unknown): boolean {
  return typeof value === 'string' && /^[\w.~-]+$/u.test(value);
}

function addressOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isHere = url !== undefined && /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/u.test(url.hostname);
  if (url?.protocol !== 'https:' && !(isHere && url.protocol === 'http:')) {
    throw new TypeError('baseUrl must be a full address that begins with https://.');
  }
  return url.href.replace(/\/+$/u, '');
}
