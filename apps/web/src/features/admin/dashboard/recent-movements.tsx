import { Link } from '@tanstack/react-router';
import type { Movement, MovementType } from '@zawadi/contract/admin-transactions';
import { ArrowDownLeft, ArrowUpRight, Landmark, Ticket, Undo2, Wallet } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { StatusText } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { Time } from '../../../ui/time.tsx';
import { partyOf, statusWordOf } from '../transactions/movement-words.ts';

const ICONS = {
  Deposit: ArrowDownLeft,
  Withdrawal: ArrowUpRight,
  Redemption: Ticket,
  Claim: Wallet,
  Settlement: Landmark,
  Refund: Undo2,
} as const satisfies Record<MovementType, LucideIcon>;

/** The latest movements of money; each leads to its whole life. */
export function RecentMovements({ movements }: { movements: readonly Movement[] | undefined }) {
  return (
    <Sheet
      title="Recent Transactions"
      action={
        <Link to="/admin/transactions" className={buttonClass({ variant: 'quiet', small: true })}>
          View All
        </Link>
      }
    >
      {movements === undefined && <ListSkeleton rows={8} />}
      {movements?.length === 0 && (
        <EmptyState title="No transactions yet">The first gift that is paid for appears here.</EmptyState>
      )}
      {movements !== undefined && movements.length > 0 && (
        <ul className="moves">
          {movements.map((movement) => (
            <Row key={`${movement.type} ${movement.transactionId}`} movement={movement} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function Row({ movement }: { movement: Movement }) {
  const { type, transactionId, date, amount, status } = movement;
  return (
    <li className="movement-row">
      <span className={type === 'Deposit' ? 'tile in' : 'tile'}>
        <Icon of={ICONS[type]} />
      </span>
      <div className="what">
        <Link
          className="movement-open"
          to="/admin/transactions/$type/$transactionId"
          params={{ type, transactionId }}
        >
          {partyOf(movement)}
        </Link>
        <span className="when">
          {type} · <Time at={date} />
        </span>
      </div>
      <div className="side">
        <Money amountShillings={amount} direction={status === 'Failed' ? 'void' : undefined} />
        <StatusText status={statusWordOf(status)} />
      </div>
    </li>
  );
}
