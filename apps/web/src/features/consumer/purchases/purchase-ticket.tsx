import { formatKes } from '@zawadi/contract/money';
import type { PurchaseState } from '@zawadi/contract/purchases';
import type { PublicSettings } from '@zawadi/contract/settings';
import { formatMsisdn } from '@zawadi/contract/text';
import { say } from '../../../i18n/say.ts';
import { SumList } from '../../../ui/sum-list.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import type { TicketState } from '../../../ui/ticket-state.ts';
import { feeLabel } from '../amount.ts';
import { BasketGifts } from './basket-gifts.tsx';
import type { GiftWords } from './gift-words.ts';
import { ticketStateOfGift } from './ticket-state-of-gift.ts';

type PurchaseTicketProps = {
  purchase: PurchaseState;
  words: GiftWords;
  settings: PublicSettings;
  /** State of the voucher, if it is newer than the purchase's. */
  state?: TicketState;
  /** Shows the price; `payer` is the paying phone number, if known. */
  sum?: { payer: string | undefined; isByHand: boolean };
};

/** The ticket of a gift in its current state, or the gifts of a basket, and the price. */
export function PurchaseTicket({ purchase, words, settings, state, sum }: PurchaseTicketProps) {
  return (
    <aside className="stack-5">
      {purchase.gifts === undefined ? (
        <Ticket
          {...words}
          state={state ?? ticketStateOfGift(purchase)}
          valueShillings={purchase.value}
          lastFour={purchase.voucher?.lastFour}
          expiresAt={purchase.voucher?.expiresAt}
          deliverAt={purchase.deliverAt}
        />
      ) : (
        <BasketGifts gifts={purchase.gifts} orderStatus={purchase.orderStatus} />
      )}
      {sum !== undefined && (
        <div className="sheet pad">
          <SumList
            rows={[
              ...(sum.isByHand || purchase.paidBy === 'wallet'
                ? []
                : [
                    {
                      label: say('Paying number'),
                      value: sum.payer === undefined ? '—' : formatMsisdn(sum.payer),
                    },
                  ]),
              {
                label: say('Reference'),
                value: <span className="code">{purchase.billReferenceNumber}</span>,
              },
              { label: feeLabel(settings.depositFeeBasisPoints), value: formatKes(purchase.fee) },
              { label: say('You pay'), value: formatKes(purchase.amount), isTotal: true },
            ]}
          />
        </div>
      )}
    </aside>
  );
}
