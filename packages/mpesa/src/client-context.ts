import type { AuthorisedCall } from './authorised-call.ts';
import { securityCredential } from './credentials.ts';
import type { TokenStore } from './token-store.ts';
import type { Fetch } from './transport.ts';
import { hasForbiddenWord } from './wire/c2b.ts';

export type MpesaClientOptions = {
  /** `https://api.safaricom.co.ke`, Safaricom's sandbox, or our own sandbox. */
  baseUrl: string;
  consumerKey: string;
  consumerSecret: string;
  /** The organisation's pay bill, which collects payments. It also pays out, unless `payout` is set. */
  shortCode: string;
  passkey: string;
  initiatorName: string;
  initiatorPassword: string;
  /**
   * Short code that pays customers and businesses, if it is not the one above. Each short code has its own API
   * operator.
   */
  payout?: Initiating | undefined;
  /**
   * Version of the API for registering URLs that the app is subscribed to; v2 by default. Both have the same format.
   */
  c2bVersion?: 'v1' | 'v2' | undefined;
  /** Daraja's X.509 certificate for this environment, as PEM. */
  certificatePem: string;
  /** Public base URL of the callbacks. The callback token is added as the last path segment. */
  callbackBaseUrl: string;
  /** Time limit of each HTTP request, including the body of its answer. Ten seconds by default. */
  timeoutMs?: number;
  clock?: () => Date;
  fetch?: Fetch;
  /** Shares the access token between processes. By default each process requests its own. */
  tokenStore?: TokenStore;
};

/** A short code, and the API operator (initiator) that acts for it. */
export type Initiating = { shortCode: string; initiatorName: string; initiatorPassword: string };

/** Which of our short codes a command concerns: the one that collects, or the one that pays out. */
export type Side = 'collection' | 'payout';

/** Returns the short code of a side. Without `payout`, both sides have the same. */
export function initiatingFor({ options }: ClientContext, side: Side): Initiating {
  return side === 'payout' ? (options.payout ?? options) : options;
}

/** Objects that every function in `calls` needs. */
export type ClientContext = {
  options: MpesaClientOptions;
  call: AuthorisedCall;
  clock: () => Date;
};

/** A queue time-out has its own URL, below the result's URL, because its body is undocumented. */
export const queueTimeoutSuffix = '/timeout';

/** Returns the fields of a command that name the initiator, and the URLs for the result. */
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
 * @param callbackToken secret path segment of this attempt, in hexadecimal. Unlike base64, hexadecimal digits cannot
 * spell a word that Daraja forbids in URLs
 */
export function callbackUrl(options: MpesaClientOptions, callbackToken: string): string {
  const url = `${options.callbackBaseUrl.replace(/\/+$/, '')}/${callbackToken}`;
  if (hasForbiddenWord(new URL(url).pathname)) throw new RangeError('callback URL holds a forbidden word');
  return url;
}

/** M-PESA moves only whole shillings. Another amount is a bug of the caller, so this throws. */
export function assertWholeShillings(amountShillings: number): number {
  if (!Number.isSafeInteger(amountShillings) || amountShillings < 1) {
    throw new RangeError(`not a whole number of shillings: ${amountShillings}`);
  }
  return amountShillings;
}
