import { Link } from '@tanstack/react-router';
import type { Merchant } from '@zawadi/contract/merchants';
import type { AdminSettlement } from '@zawadi/contract/settlements-admin';
import type { ReactNode } from 'react';
import { StatusBadge, StatusText } from '../../../ui/badge.tsx';
import { DataTable, type Column } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { FactsSkeleton } from '../../../ui/skeleton.tsx';
import { SumList } from '../../../ui/sum-list.tsx';
import { Time } from '../../../ui/time.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { waitsFor } from '../settlements/settlement-columns.tsx';
import { useLatestSettlements, useOwed } from './use-merchant-record.ts';

/** Shows what we owe a merchant, split as in the report, with a link to the account's statement. */
export function OwedSheet({ merchantId }: Pick<Merchant, 'merchantId'>) {
  const owed = useOwed(merchantId);
  return (
    <Sheet
      title="Owed"
      isPadded
      action={
        <Link to="/admin/reports/accounts/$account" params={{ account: `merchant:${merchantId}` }}>
          Statement
        </Link>
      }
    >
      {owed.isPending && <FactsSkeleton rows={3} />}
      {owed.isError && owed.data === undefined && (
        <LoadFailure title="Failed to load what is owed" of={owed} />
      )}
      {owed.data !== undefined && (
        <SumList
          rows={[
            { label: 'In no batch yet', value: <Money amountShillings={owed.data.due} /> },
            {
              label: (
                <>
                  In batches
                  {owed.data.beingPaid > 0 && (
                    <span className="tiny muted">
                      {' '}
                      · being paid <Money amountShillings={owed.data.beingPaid} />
                    </span>
                  )}
                </>
              ),
              value: <Money amountShillings={owed.data.inBatches} />,
            },
            { label: 'Owed', value: <Money amountShillings={owed.data.total} />, isTotal: true },
          ]}
        />
      )}
    </Sheet>
  );
}

/** The merchant's latest settlement batches, with a link to all batches. */
export function LatestSettlements({ merchantCode }: Pick<Merchant, 'merchantCode'>) {
  const settlements = useLatestSettlements(merchantCode);
  return (
    <Sheet
      title="Settlements"
      action={
        <Link to="/admin/settlements" search={{ merchantCode }}>
          All settlements
        </Link>
      }
    >
      <LatestBatches of={settlements} />
    </Sheet>
  );
}

function LatestBatches({ of: settlements }: { of: ReturnType<typeof useLatestSettlements> }): ReactNode {
  if (settlements.isPending) return <ListSkeleton rows={2} />;
  if (settlements.data === undefined)
    return <LoadFailure title="Failed to load the settlements" of={settlements} />;
  if (settlements.data.length === 0) {
    return (
      <EmptyState title="No settlements yet">
        The first batch is made at the hour of the schedule, after a voucher was redeemed.
      </EmptyState>
    );
  }
  return (
    <DataTable
      caption="The latest settlements"
      columns={columns}
      rows={settlements.data}
      rowKey={({ batchId }) => batchId}
    />
  );
}

const columns: readonly Column<AdminSettlement>[] = [
  {
    label: 'Made',
    cell: ({ batchId, date }) => (
      <Link className="row-open" to="/admin/settlements/$batchId" params={{ batchId }}>
        <Time at={date} />
      </Link>
    ),
    cardPart: 'name',
  },
  { label: 'Goes to', cell: ({ destination }) => destination, cardPart: 'second', className: 'wraps' },
  {
    label: 'Status',
    cell: (batch) => {
      const waiting = waitsFor(batch);
      return (
        <>
          {batch.status === 'Completed' ? (
            <StatusText status={batch.status} />
          ) : (
            <StatusBadge status={batch.status} />
          )}
          {waiting !== undefined && <span className="tiny muted waits-for">{waiting}</span>}
        </>
      );
    },
    cardPart: 'state',
  },
  {
    label: 'Amount',
    cell: ({ amount, status }) => (
      <Money amountShillings={amount} direction={status === 'Canceled' ? 'void' : undefined} />
    ),
    cardPart: 'amount',
    isRight: true,
  },
];
