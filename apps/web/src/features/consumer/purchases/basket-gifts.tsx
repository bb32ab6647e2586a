import { formatKes } from '@zawadi/contract/money';
import type { PurchasedGift, PurchaseState } from '@zawadi/contract/purchases';
import { say } from '../../../i18n/say.ts';
import { appointmentText } from '../../../ui/calendar-text.ts';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { isAhead } from './delivery.ts';
import { ticketStateOfGift } from './ticket-state-of-gift.ts';
import './basket.css';

/** The gifts of a basket as small tickets, each with its value and state. */
export function BasketGifts({
  gifts,
  orderStatus,
}: { gifts: PurchasedGift[] } & Pick<PurchaseState, 'orderStatus'>) {
  return (
    <section className="sheet pad" aria-labelledby="basket-gifts">
      <h2 id="basket-gifts" className="text-lg">
        {say('Your gifts')}
      </h2>
      <ul className="basket">
        {gifts.map((gift, index) => (
          <li key={index}>
            <TicketSwatch cloth={gift.cloth} small />
            <p>
              <b>{gift.recipientName}</b>
              <small className="muted">{stateText(gift, orderStatus)}</small>
            </p>
            <b className="num nowrap">{formatKes(gift.value)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}

function stateText(gift: PurchasedGift, orderStatus: PurchaseState['orderStatus']): string {
  const { deliverAt } = gift;
  if (deliverAt !== undefined && isAhead(deliverAt) && gift.voucher?.status !== 'REFUNDED') {
    return say('Arrives {time}', { time: appointmentText(new Date(deliverAt)) });
  }
  return say(ticketStateOfGift({ ...gift, orderStatus }));
}
