import { sandboxCredentials } from '../credentials.ts';
import type { Rig } from './start-rig.ts';

/**
 * Pays the pay bill as a customer. Daraja offers this API in its sandbox only, so our client does not have it.
 *
 * @param payment.amount whole shillings
 * @param version version of the API; programs use both
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
