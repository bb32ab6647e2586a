import type { PaymentDeps } from './payment-deps.ts';

/**
 * When the SIM of a number was last changed: a moment, `long ago` (three months, or never), `not checked` where Safaricom does not
 * tell (a number of another network, a product that we do not have), or `unknown` when no answer came.
 */
type SimSwap = Date | 'long ago' | 'not checked' | 'unknown';

/** @param msisdn 254XXXXXXXXX */
export type ReadSimSwap = (msisdn: string) => Promise<SimSwap>;

/** Asks Safaricom, never within a transaction; undefined where the operator has not bought the product. */
export function createSimSwapReader({
  mpesa,
  config,
  log,
}: Pick<PaymentDeps, 'mpesa' | 'config' | 'log'>): ReadSimSwap | undefined {
  if (!config.mpesa.checksSimSwaps) return undefined;
  return async (msisdn) => {
    const answer = await mpesa.simSwap({ msisdn });
    if (answer.outcome === 'accepted') return answer.lastSwapAt ?? 'long ago';
    if (answer.outcome === 'unknown') return 'unknown';
    log.warn(
      { code: answer.code, message: answer.message },
      'Safaricom does not tell when a SIM was changed',
    );
    return answer.reason === 'throttled' ? 'unknown' : 'not checked';
  };
}
