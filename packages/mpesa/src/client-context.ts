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
  /** The short code that pays customers and businesses, where it is another one. Short codes have their own operators. */
  payout?: Initiating | undefined;
  /** Of the product that the app has for registering addresses; both speak the same. v2 by default. */
  c2bVersion?: 'v1' | 'v2' | undefined;
  /** X.509 certificate of the environment, PEM. */
  certificatePem: string;
  /** Public address under which callbacks arrive; the callback token is appended as a path segment. */
  callbackBaseUrl: string;
  /** For each HTTP exchange, body included. Ten seconds by default. */
  timeoutMs?: number;
  clock?: () => Date;
  fetch?: Fetch;
  /** Shares the token between processes; without it the token lives in this process. */
  tokenStore?: TokenStore;
};

/** A short code, and who acts for it. */
export type Initiating = { shortCode: string; initiatorName: string; initiatorPassword: string };

/** Which of the two a question is about. */
export type Side = 'collection' | 'payout';

/** The short code of a side. Both are one where no other is given for paying. */
export function initiatingFor({ options }: ClientContext, side: Side): Initiating {
  return side === 'payout' ? (options.payout ?? options) : options;
}

/** What every call needs. */
export type ClientContext = {
  options: MpesaClientOptions;
  call: AuthorisedCall;
  clock: () => Date;
};

/** The queue time-out call goes to its own address below the result's, because its body is undocumented. */
export const queueTimeoutSuffix = '/timeout';

/** Who asks, and where the result of an asynchronous command is to go. */
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
 * @param callbackToken secret path segment of this attempt; hex digits can never spell a word that Daraja
 *   forbids in a URL, base64 can
 */
export function callbackUrl(options: MpesaClientOptions, callbackToken: string): string {
  const url = `${options.callbackBaseUrl.replace(/\/+$/, '')}/${callbackToken}`;
  if (hasForbiddenWord(new URL(url).pathname)) throw new RangeError('callback URL holds a forbidden word');
  return url;
}

/** M-PESA moves whole shillings. Anything else is a mistake of the caller, not of the provider. */
export function assertWholeShillings(amountShillings: number): number {
  if (!Number.isSafeInteger(amountShillings) || amountShillings < 1) {
    throw new RangeError(`not a whole number of shillings: ${amountShillings}`);
  }
  return amountShillings;
}
