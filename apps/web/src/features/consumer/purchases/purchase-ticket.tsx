import { formatKes } from '@zawadi/contract/money';
import type { OrderStatus, PurchaseState } from '@zawadi/contract/purchases';
import type { PublicSettings } from '@zawadi/contract/settings';
import { formatMsisdn } from '@zawadi/contract/text';
import { say } from '../../../i18n/say.ts';
import { SumList } from '../../../ui/sum-list.tsx';
import { Ticket } from '../../../ui/ticket.tsx';
import type { TicketState } from '../../../ui/ticket-state.ts';
import { feeLabel } from '../amount.ts';
import { sentGiftState } from '../vouchers/sent-gift-words.ts';
import { isAhead } from './delivery.ts';
import type { GiftWords } from './gift-words.ts';

type PurchaseTicketProps = {
  purchase: PurchaseState;
  words: GiftWords;
  settings: PublicSettings;
  /** State of the voucher, if it is newer than the purchase's. */
  state?: TicketState;
  /** Shows the price; `payer` is the paying phone number, if known. */
  sum?: { payer: string | undefined; isByHand: boolean };
};

const stateOfStatus = {
  REGISTERED: 'Preview',
  PENDING: 'Waiting for M-PESA',
  COMPLETED: 'Active',
  CANCELED: 'Canceled',
} as const satisfies Record<OrderStatus, TicketState>;

/** Returns the state to show on the ticket of a purchase. */
export function ticketStateOfPurchase({ orderStatus, voucher, deliverAt }: PurchaseState): TicketState {
  if (orderStatus !== 'COMPLETED' || voucher === undefined) return stateOfStatus[orderStatus];
  return sentGiftState({ status: voucher.status, isDelivered: !isAhead(deliverAt) });
}

/** The ticket of a gift in its current state, and the price. */
export function PurchaseTicket({ purchase, words, settings, state, sum }: PurchaseTicketProps) {
  return (
    <aside className="stack-5">
      <Ticket
        {...words}
        state={state ?? ticketStateOfPurchase(purchase)}
        valueShillings={purchase.value}
        lastFour={purchase.voucher?.lastFour}
        expiresAt={purchase.voucher?.expiresAt}
        deliverAt={purchase.deliverAt}
      />
      {sum !== undefined && (
        <div className="sheet pad">
          <SumList
            rows={[
              ...(sum.isByHand
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
