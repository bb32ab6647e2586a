import type { PaymentDeps } from './payment-deps.ts';

/**
 * When the SIM of a phone number was last swapped. `long ago`: more than three months, or never. `not checked`:
 * Safaricom does not say, because the number is on another network or the operator has not bought the product.
 * `unknown`: no answer.
 */
type SimSwap = Date | 'long ago' | 'not checked' | 'unknown';

/** @param msisdn 254XXXXXXXXX */
export type ReadSimSwap = (msisdn: string) => Promise<SimSwap>;

/**
 * Creates the query to Safaricom; undefined if the operator has not bought the product. Never call it within a
 * transaction.
 */
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
      'Safaricom did not report when a SIM was swapped',
    );
    return answer.reason === 'throttled' ? 'unknown' : 'not checked';
  };
}
