import type { Cloth } from '@zawadi/contract/purchases';
import type { Phrase } from '../i18n/say.ts';

/** Names of the six cloths, in the order of the menu. */
export const clothNames = {
  plain: 'Plain',
  asante: 'Asante',
  birthday: 'Birthday',
  graduation: 'Graduation',
  eid: 'Eid',
  christmas: 'Christmas',
} as const satisfies Record<Cloth, Phrase>;

/**
 * Small picture of a folded ticket, smaller in lists of transactions. Hidden from screen readers, because the word next
 * to it names the cloth.
 */
export function TicketSwatch({ cloth, small = false }: { cloth: Cloth; small?: boolean }) {
  return <span className={small ? 'swatch sm' : 'swatch'} data-cloth={cloth} aria-hidden="true" />;
}
