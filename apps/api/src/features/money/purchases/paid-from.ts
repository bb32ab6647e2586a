import { maskMsisdn } from '@zawadi/contract';

/**
 * M-PESA writes phone numbers as `254712000001 - AMINA WANJIKU`, `2547****103`, `25470****149` or, in confirmations of
 * payments at the pay bill, `2547 ***** 126`.
 */
const PARTY = /^\s*(254[17])\s*[0-9*]{4,5}\s*([0-9]{3})(?![0-9*])/u;

/**
 * Masks the phone number that paid at the pay bill, because it may be another person's than the buyer's.
 * @param party payer as M-PESA writes it; drops the name, which is personal data
 * @returns for example `2547****103`; undefined if `party` contains no phone number
 */
export function paidFromOf(party: string | undefined): string | undefined {
  const match = PARTY.exec(party ?? '');
  return match ? maskMsisdn(`${match[1]}${match[2]}`) : undefined;
}

/** Returns the payer's phone number, 254XXXXXXXXX; undefined if M-PESA has masked it. */
export function payerMsisdnOf(party: string | undefined): string | undefined {
  return /^\s*(254[17]\d{8})(?![0-9*])/u.exec(party ?? '')?.[1];
}

/**
 * Returns the payer's masked phone number if it differs from the prompted number.
 * @returns undefined if both may be the same number
 */
export function otherPayerOf(party: string | undefined, promptedMsisdn: string): string | undefined {
  const paidFrom = paidFromOf(party);
  return paidFrom === paidFromOf(promptedMsisdn) ? undefined : paidFrom;
}
