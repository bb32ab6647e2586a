import type { MpesaClient } from '@zawadi/mpesa';
import type { Deps } from '../../../config/deps.ts';

/** Dependencies of use cases that call M-PESA's API. Only `send-*` and `query-*` files use the client. */
export type PaymentDeps = Deps & {
  mpesa: MpesaClient;
  /** Short code of the pay bill that collects payments. */
  mpesaShortCode: string;
  /** Short code that pays out; equal to `mpesaShortCode` unless another one is configured. */
  mpesaPayoutShortCode: string;
};

export function hasSeparateShortCodes(
  deps: Pick<PaymentDeps, 'mpesaShortCode' | 'mpesaPayoutShortCode'>,
): boolean {
  return deps.mpesaPayoutShortCode !== deps.mpesaShortCode;
}

/**
 * Whether we can list the payments that M-PESA received (Pull Transactions, a separate product that needs a nominated
 * number).
 */
export function canPull({ config }: Pick<PaymentDeps, 'config'>): boolean {
  return config.mpesa.nominatedMsisdn !== undefined;
}
