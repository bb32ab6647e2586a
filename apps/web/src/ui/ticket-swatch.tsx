import type { Cloth } from '@zawadi/contract/purchases';
import type { Phrase } from '../i18n/say.ts';

/** Names of the six cloths, in menu order. */
export const clothNames = {
  plain: 'Plain',
  asante: 'Asante',
  birthday: 'Birthday',
  graduation: 'Graduation',
  eid: 'Eid',
  christmas: 'Christmas',
} as const satisfies Record<Cloth, Phrase>;

/** A ticket folded small, smaller still next to transactions. The word next to it names the cloth. */
export function TicketSwatch({ cloth, small = false }: { cloth: Cloth; small?: boolean }) {
  return <span className={small ? 'swatch sm' : 'swatch'} data-cloth={cloth} aria-hidden="true" />;
}
