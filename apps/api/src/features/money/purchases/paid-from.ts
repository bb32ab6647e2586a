/** `254712000001 - AMINA WANJIKU`, `2547****103`, `25470****149`: M-PESA masks numbers in several ways. */
const PARTY = /^\s*(254[17])[0-9*]{4,5}([0-9]{3})(?![0-9*])/u;

/**
 * Masks the number that paid at the pay bill: it may belong to another person than the buyer.
 * @param party as M-PESA writes it; its name is personal data and is dropped
 * @returns such as `2547*****103`; undefined if it contains no number
 */
export function paidFromOf(party: string | undefined): string | undefined {
  const match = PARTY.exec(party ?? '');
  return match ? `${match[1]}*****${match[2]}` : undefined;
}

/**
 * Returns the payer's masked number if it differs from the prompted one.
 * @param promptedMsisdn the number of the prompt
 * @returns undefined if both may be the same number
 */
export function otherPayerOf(party: string | undefined, promptedMsisdn: string): string | undefined {
  const paidFrom = paidFromOf(party);
  return paidFrom === paidFromOf(promptedMsisdn) ? undefined : paidFrom;
}
