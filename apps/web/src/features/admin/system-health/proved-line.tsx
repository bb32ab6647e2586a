import type { Proof, SystemHealth } from '@zawadi/contract/system-health';
import { Link } from '@tanstack/react-router';
import { Time } from '../../../ui/time.tsx';
import { groupsOf } from '../../lists/groups-of.ts';
import { PathLink } from '../path-link.tsx';
import { listText } from './health-words.ts';

const PARTS = {
  collection: 'collection',
  payout: 'pay-out',
  wallets: 'wallets',
  vouchers: 'vouchers',
  merchants: 'merchants',
} as const satisfies Record<Proof['part'], string>;

/** Until when stored checks have proved each part of the books, and why a part is not proved now. */
export function ProvedLine({ proofs }: Pick<SystemHealth, 'proofs'>) {
  const proved = proofs.filter(({ gap, provedUntil }) => gap === undefined && provedUntil !== undefined);
  const open = proofs.filter(({ gap }) => gap !== undefined);
  return (
    <p className="small muted proved-line">
      {groupsOf(proved, minuteOf).map(([minute, together]) => (
        <span key={minute}>
          Proved until <Time at={minute} isMidSentence />: {listText(together.map(({ part }) => PARTS[part]))}
          .{' '}
        </span>
      ))}
      {groupsOf(open, ({ gap = '' }) => gap).map(([gap, together]) => (
        <span key={gap}>
          <b className="strong">Not proved: {listText(together.map(({ part }) => PARTS[part]))}.</b> {gap}{' '}
          {together[0]?.provedUntil !== undefined && (
            <>
              Last proved <Time at={together[0].provedUntil} isMidSentence />.{' '}
            </>
          )}
          {together.some(({ part }) => part === 'collection' || part === 'payout') ? (
            <Link to="/admin/reconciliation/balances">Balances</Link>
          ) : (
            <PathLink path="/admin/reports/trial-balance">Trial balance</PathLink>
          )}{' '}
        </span>
      ))}
    </p>
  );
}

/** Checks of the same minute are shown together. */
function minuteOf({ provedUntil = '' }: Proof): string {
  return `${provedUntil.slice(0, 16)}:00.000Z`;
}
