import type { Cloth } from '@zawadi/contract/purchases';
import type { Phrase } from '../i18n/say.ts';

/** The words of the six cloths, in the order they are offered. */
export const clothNames = {
  plain: 'Plain',
  asante: 'Asante',
  birthday: 'Birthday',
  graduation: 'Graduation',
  eid: 'Eid',
  christmas: 'Christmas',
} as const satisfies Record<Cloth, Phrase>;

/** A ticket folded small, smaller still beside transactions. The word beside it says which cloth it is. */
export function TicketSwatch({ cloth, small = false }: { cloth: Cloth; small?: boolean }) {
  return <span className={small ? 'swatch sm' : 'swatch'} data-cloth={cloth} aria-hidden="true" />;
}
