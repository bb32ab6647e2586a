import { sandboxCredentials } from '../credentials.ts';
import type { Rig } from './start-rig.ts';

/**
 * A customer pays at the pay bill. Daraja has this call in its sandbox only, so the client does not.
 *
 * @param payment.amount whole shillings
 * @param version the API's: both are in use
 */
export function payByHand(
  rig: Rig,
  payment: { msisdn: string; amount: number; reference: string | number | null },
  version: 'v1' | 'v2' = 'v2',
) {
  return rig.callDaraja(`/mpesa/c2b/${version}/simulate`, {
    ShortCode: sandboxCredentials.shortCode,
    CommandID: 'CustomerPayBillOnline',
    Amount: String(payment.amount),
    Msisdn: Number(payment.msisdn),
    BillRefNumber: payment.reference,
  });
}
