import type { OpenDay } from '@zawadi/contract/day-closes';
import { formatKes } from '@zawadi/contract/money';
import { say } from '../../../i18n/say.ts';
import { usePlaceOptions } from '../places/use-places.ts';

/** Formats an amount that may be negative, with a true minus sign. */
export function signedKes(amount: number): string {
  return amount < 0 ? `\u2212\u00a0${formatKes(-amount)}` : formatKes(amount);
}

/** Returns a function that names place and till; no place while the merchant has had only one. */
export function useDrawerText(): (of: Pick<OpenDay, 'place' | 'till'>) => string {
  const hasPlaces = usePlaceOptions().length > 0;
  return ({ place, till }) =>
    [hasPlaces ? place : undefined, till ?? say('Till without a name')]
      .filter((part) => part !== undefined)
      .join(', ');
}

/** Rows of sums of an open or closed day, as on its paper. */
export function figureRows({
  redemptions,
  redeemed,
  reversals,
  reversed,
  net,
  card,
  mpesa,
  cash,
}: OpenDay): { label: string; value: string }[] {
  return [
    { label: say('Redemptions ({count})', { count: redemptions }), value: formatKes(redeemed) },
    { label: say('Reversals ({count})', { count: reversals }), value: signedKes(-reversed) },
    { label: say('Net'), value: signedKes(net) },
    { label: say('Bank card'), value: signedKes(card) },
    { label: 'M-PESA', value: signedKes(mpesa) },
    { label: say('Expected cash'), value: signedKes(cash) },
  ];
}
