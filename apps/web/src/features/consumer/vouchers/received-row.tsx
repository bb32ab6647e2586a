import type { ReceivedGift } from '@zawadi/contract/vouchers-gifts';
import { formatKes } from '@zawadi/contract/money';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { Time } from '../../../ui/time.tsx';

/** A folded gift; a click opens it. */
export function ReceivedRow({ gift, onOpen }: { gift: ReceivedGift; onOpen: () => void }) {
  return (
    <li className="ticket-row">
      <TicketSwatch cloth={gift.cloth} />
      <div className="gift-who">
        <button type="button" className="gift-open" onClick={onOpen}>
          {say('From {name}', { name: gift.senderName })}
        </button>
        <span className="tiny muted num">
          <Time at={gift.deliveredAt} /> · {gift.lastFour}
        </span>
      </div>
      <div className="gift-side">
        <span className="money">{formatKes(gift.balance)}</span>
        <StatusBadge status={ticketStateOf(gift.status)} />
      </div>
    </li>
  );
}
