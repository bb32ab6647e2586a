import type { MpesaClient } from '@zawadi/mpesa';
import type { Deps } from '../../../config/deps.ts';

/** What use cases need that deal with M-PESA; only `send-*` and `query-*` files touch the client. */
export type PaymentDeps = Deps & {
  mpesa: MpesaClient;
  /** Of the pay bill that collects. */
  mpesaShortCode: string;
  /** Of what pays; the same unless another is configured. */
  mpesaPayoutShortCode: string;
};

export function hasSeparateShortCodes(
  deps: Pick<PaymentDeps, 'mpesaShortCode' | 'mpesaPayoutShortCode'>,
): boolean {
  return deps.mpesaPayoutShortCode !== deps.mpesaShortCode;
}

/** Whether M-PESA lists for us what it has received: a product of its own, read with a nominated number. */
export function canPull({ config }: Pick<PaymentDeps, 'config'>): boolean {
  return config.mpesa.nominatedMsisdn !== undefined;
}
