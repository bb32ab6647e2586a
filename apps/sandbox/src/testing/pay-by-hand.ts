import { sandboxCredentials } from '../credentials.ts';
import type { Rig } from './start-rig.ts';

/**
 * Pays at the pay bill as a customer. Daraja offers this call in its sandbox only, so our client has no such call.
 *
 * @param payment.amount whole shillings
 * @param version version of the API: both are in use
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
