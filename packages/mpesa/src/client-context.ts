import type { AuthorisedCall } from './authorised-call.ts';
import { securityCredential } from './credentials.ts';
import type { TokenStore } from './token-store.ts';
import type { Fetch } from './transport.ts';
import { hasForbiddenWord } from './wire/c2b.ts';

export type MpesaClientOptions = {
  /** `https://api.safaricom.co.ke`, its sandbox, or ours. */
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  /** The organisation's pay bill, which collects; it pays too unless there is a `payout`. */
  shortCode: string;
  passkey: string;
  initiatorName: string;
  initiatorPassword: string;
  /** The short code that pays customers and businesses, if it is another one. Short codes have their own operators. */
  payout?: Initiating | undefined;
  /** Version of the app's product for registering URLs; both have the same format. v2 by default. */
  c2bVersion?: 'v1' | 'v2' | undefined;
  /** X.509 certificate of the environment, PEM. */
  certificatePem: string;
  /** Public URL of the callbacks; the callback token is appended as a path segment. */
  callbackBaseUrl: string;
  /** For each HTTP exchange, including the body. Ten seconds by default. */
  timeoutMs?: number;
  clock?: () => Date;
  fetch?: Fetch;
  /** Shares the token between processes; without it each process has its own. */
  tokenStore?: TokenStore;
};

/** A short code, and the operator that acts for it. */
export type Initiating = { shortCode: string; initiatorName: string; initiatorPassword: string };

/** The short code that a query concerns. */
export type Side = 'collection' | 'payout';

/** Returns the short code of a side. Without a separate `payout` both sides are the same. */
export function initiatingFor({ options }: ClientContext, side: Side): Initiating {
  return side === 'payout' ? (options.payout ?? options) : options;
}

/** Dependencies of every call. */
export type ClientContext = {
  options: MpesaClientOptions;
  call: AuthorisedCall;
  clock: () => Date;
};

/** A queue time-out has its own URL below the result's, because its body is undocumented. */
export const queueTimeoutSuffix = '/timeout';

/** Returns the fields that name the initiator and the URLs of an asynchronous result. */
export function commandFields(
  context: ClientContext,
  { initiatorPassword }: Initiating,
  callbackToken: string,
) {
  const { options } = context;
  const resultUrl = callbackUrl(options, callbackToken);
  return {
    SecurityCredential: securityCredential(initiatorPassword, options.certificatePem),
    ResultURL: resultUrl,
    QueueTimeOutURL: resultUrl + queueTimeoutSuffix,
  };
}

/**
 * @param callbackToken secret path segment of this attempt, in hex: unlike base64, hex digits cannot spell a word that
 * Daraja forbids in a URL
 */
export function callbackUrl(options: MpesaClientOptions, callbackToken: string): string {
  const url = `${options.callbackBaseUrl.replace(/\/+$/, '')}/${callbackToken}`;
  if (hasForbiddenWord(new URL(url).pathname)) throw new RangeError('callback URL holds a forbidden word');
  return url;
}

/** M-PESA moves whole shillings. Anything else is the caller's mistake, not the provider's. */
export function assertWholeShillings(amountShillings: number): number {
  if (!Number.isSafeInteger(amountShillings) || amountShillings < 1) {
    throw new RangeError(`not a whole number of shillings: ${amountShillings}`);
  }
  return amountShillings;
}
