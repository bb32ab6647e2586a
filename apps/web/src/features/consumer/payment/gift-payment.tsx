import { useQuery } from '@tanstack/react-query';
import { receivedGifts } from '@zawadi/contract/vouchers-gifts';
import type { Activity } from '@zawadi/contract/wallets';
import { formatKes } from '@zawadi/contract/money';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { say, translated } from '../../../i18n/say.ts';
import { Ticket } from '../../../ui/ticket.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import { dateText, exactTimeText } from '../../../ui/time-text.ts';
import { useUser } from '../../session/session.tsx';
import { SayThanks } from '../../voucher-page/say-thanks.tsx';
import { activityWord } from '../order-status.ts';
import { PaymentSheet } from './payment-sheet.tsx';

/** A gift that the signed-in consumer added to the wallet, or a gift's redemption at a shop. */
export function GiftPayment({ activity, voucherId }: { activity: Activity; voucherId: string }) {
  const user = useUser();
  const { data } = useQuery({
    queryKey: [...queryKeys.receivedGifts, voucherId],
    queryFn: ({ signal }) => call(receivedGifts, { query: { voucherId, show: 'all' }, signal }),
  });
  const gift = data?.gifts[0];
  const { counterparty, timestamp, amount = 0, transactionType } = activity;
  const isSpent = transactionType === 'REDEMPTION';
  const title = isSpent
    ? say('Spent at {name}', { name: counterparty ?? '' })
    : say('Gift from {name}', { name: counterparty ?? '' });
  return (
    <PaymentSheet
      title={counterparty === undefined ? translated(activity.description) : title}
      at={timestamp}
      cloth={activity.cloth}
      amountShillings={amount}
      status={activityWord(activity)}
      words={wordsOf(activity)}
      actions={
        gift?.canBeThanked === true ? (
          <SayThanks claimToken={gift.claimToken} senderName={gift.senderName} variant="primary" />
        ) : undefined
      }
      facts={[
        { label: say('Date'), value: exactTimeText(new Date(timestamp)) },
        gift !== undefined && { label: say('Value of the gift'), value: formatKes(gift.value) },
        gift !== undefined &&
          isSpent && { label: say('Stays on the voucher'), value: formatKes(gift.balance) },
        gift !== undefined && {
          label: say('Code'),
          value: <span className="code">•••• {gift.lastFour}</span>,
        },
        gift !== undefined &&
          isSpent && { label: say('Valid until'), value: dateText(new Date(gift.expiresAt)) },
      ]}
      ticket={
        gift && (
          <Ticket
            cloth={gift.cloth}
            state={ticketStateOf(gift.status)}
            recipientName={`${user.firstName} ${user.lastName}`}
            senderName={gift.senderName}
            message={gift.message}
            valueShillings={gift.value}
            balanceShillings={gift.balance}
            lastFour={gift.lastFour}
            expiresAt={gift.expiresAt}
          />
        )
      }
    />
  );
}

function wordsOf({ transactionType, orderStatus, counterparty = '' }: Activity) {
  if (transactionType === 'CLAIM')
    return {
      title: say('It is in your wallet'),
      sentence: say('You can withdraw it to M-PESA at any time.'),
    };
  if (orderStatus === 'CANCELED')
    return {
      title: say('The shop has reversed this'),
      sentence: say('The money is back where it came from.'),
    };
  return {
    title: say('Spent at {name}', { name: counterparty }),
    sentence: say('The shop took this from your voucher.'),
  };
}
