/** `254712000001 - AMINA WANJIKU`, `2547****103`, `25470****149`: M-PESA covers numbers as it pleases. */
const PARTY = /^\s*(254[17])[0-9*]{4,5}([0-9]{3})(?![0-9*])/u;

/**
 * The number that paid at the pay bill, covered: it may be another person's than the buyer's.
 * @param party as M-PESA writes it; its name is personal and left out
 * @returns such as `2547*****103`, or undefined when there is no number in it
 */
export function paidFromOf(party: string | undefined): string | undefined {
  const match = PARTY.exec(party ?? '');
  return match ? `${match[1]}*****${match[2]}` : undefined;
}

/**
 * The number that paid while another one was prompted, covered as `paidFromOf` does.
 * @param promptedMsisdn the number of the prompt
 * @returns undefined when it may be the same number
 */
export function otherPayerOf(party: string | undefined, promptedMsisdn: string): string | undefined {
  const paidFrom = paidFromOf(party);
  return paidFrom === paidFromOf(promptedMsisdn) ? undefined : paidFrom;
}
