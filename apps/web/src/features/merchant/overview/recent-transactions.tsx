import { Link } from '@tanstack/react-router';
import type { MerchantTransaction } from '@zawadi/contract/merchant-reports';
import { say } from '../../../i18n/say.ts';
import { stateWord, StatusText } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { firstNameOf } from '../../../ui/first-name.ts';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { Time } from '../../../ui/time.tsx';

/** The latest redemptions. */
export function RecentTransactions({ transactions }: { transactions: MerchantTransaction[] | undefined }) {
  return (
    <Sheet
      title={say('Recent Transactions')}
      action={
        <Link to="/merchant/transactions" className={buttonClass({ variant: 'quiet', small: true })}>
          {say('View All')}
        </Link>
      }
    >
      {transactions === undefined && <ListSkeleton rows={5} />}
      {transactions?.length === 0 && (
        <EmptyState
          title={say('No transactions yet')}
          action={
            <Link to="/merchant/dashboard/redeem" className={buttonClass({ variant: 'secondary' })}>
              {say('Redeem a voucher')}
            </Link>
          }
        />
      )}
      {transactions !== undefined && transactions.length > 0 && (
        <ul className="moves">
          {transactions.map((transaction) => (
            <Row key={transaction.redemptionId} {...transaction} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function Row({ user, cloth, date, servedBy, channel, amount, status, refundState }: MerchantTransaction) {
  const isReversed = refundState !== undefined;
  return (
    <li>
      <TicketSwatch cloth={cloth} small />
      <div className="what">
        <b>{user}</b>
        <span className="when">
          <Time at={date} /> · {channel === 'api' ? servedBy : firstNameOf(servedBy)}
        </span>
      </div>
      <div className="side">
        <Money amountShillings={amount} direction={isReversed ? 'returned' : 'in'} />
        <StatusText status={stateWord(status, refundState)} />
      </div>
    </li>
  );
}
