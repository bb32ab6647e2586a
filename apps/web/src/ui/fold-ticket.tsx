import { formatKes } from '@zawadi/contract/money';
import type { Cloth } from '@zawadi/contract/purchases';
import { say } from '../i18n/say.ts';
import { TicketSwatch } from './ticket-swatch.tsx';
import './fold-ticket.css';

type FoldTicketProps = { cloth: Cloth; recipientName: string; valueShillings: number };

/** A ticket folded to one line, which stays in view while the page scrolls. Shows cloth, recipient and value. */
export function FoldTicket({ cloth, recipientName, valueShillings }: FoldTicketProps) {
  return (
    <div className="fold-ticket">
      <TicketSwatch cloth={cloth} />
      <p>
        <small className="muted">{say('Zawadi for')}</small>
        <b>{recipientName || '…'}</b>
      </p>
      <b className="num nowrap">{formatKes(valueShillings)}</b>
    </div>
  );
}
