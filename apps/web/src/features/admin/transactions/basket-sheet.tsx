import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ticketStateOf } from '../../../ui/ticket-state.ts';
import type { TransactionDetail } from './describe-transaction.ts';

/** The gifts that one payment paid; each links to its voucher, where an administrator can act on it. */
export function BasketSheet({ gifts }: { gifts: NonNullable<TransactionDetail['basket']> }) {
  return (
    <Sheet title={`${gifts.length} gifts`} isPadded>
      <ul className="stack">
        {gifts.map(({ recipientName, value, voucher }, index) => (
          <li key={index} className="spread">
            {voucher === undefined ? (
              <span>{recipientName}</span>
            ) : (
              <Link to="/admin/transactions/vouchers/$voucherId" params={{ voucherId: voucher.voucherId }}>
                {recipientName}
              </Link>
            )}
            <span className="row">
              <Money amountShillings={value} />
              {voucher !== undefined && <StatusBadge status={ticketStateOf(voucher.status)} />}
            </span>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
