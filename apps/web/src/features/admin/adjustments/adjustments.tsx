import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { listAdjustments, type Adjustment } from '@zawadi/contract/adjustments';
import type { Merchant } from '@zawadi/contract/merchants';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { Time } from '../../../ui/time.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';

const LATEST_ADJUSTMENTS = 10;

/** Lists the latest corrections of a merchant's balance; renders nothing if there are none. */
export function Adjustments({ merchant }: { merchant: Merchant }) {
  const { data, error, isFetching, refetch } = useAdjustments(merchant.merchantId);
  if (data?.adjustments.length === 0) return null;
  return (
    <Sheet title="Latest Adjustments">
      {data === undefined && error === null && <ListSkeleton rows={2} />}
      {data === undefined && error !== null && (
        <LoadFailure title="Failed to load the adjustments" of={{ error, isFetching, refetch }} />
      )}
      <ul className="moves adjustments">
        {data?.adjustments.map((adjustment) => (
          <AdjustmentRow key={adjustment.adjustmentId} adjustment={adjustment} />
        ))}
      </ul>
    </Sheet>
  );
}

function AdjustmentRow({ adjustment }: { adjustment: Adjustment }) {
  const { amount, reason, requestedBy, requestedAt, decidedBy, status } = adjustment;
  return (
    <li>
      <div className="what">
        <b>{reason}</b>
        <div className="when">
          {requestedBy}, <Time at={requestedAt} />
          {decidedBy !== undefined && ` · ${status === 'Rejected' ? 'rejected' : 'approved'} by ${decidedBy}`}
        </div>
        {status === 'Waiting' && (
          <div className="when">
            Waits for a second administrator, under <Link to="/admin/transactions/approvals">Approvals</Link>
          </div>
        )}
      </div>
      <div className="side">
        <Money amountShillings={amount} direction={directionOf(adjustment)} />
        <AdjustmentStatus status={status} />
      </div>
    </li>
  );
}

function directionOf({ status, direction }: Adjustment): 'in' | 'out' | 'void' {
  if (status === 'Rejected' || status === 'Expired') return 'void';
  return direction === 'credit' ? 'in' : 'out';
}

function AdjustmentStatus({ status }: Pick<Adjustment, 'status'>) {
  if (status === 'Posted') return null;
  if (status === 'Waiting') return <StatusBadge status="Pending" />;
  return status === 'Expired' ? (
    <StatusBadge status="Expired" />
  ) : (
    <span className="tiny muted">Rejected</span>
  );
}

function useAdjustments(merchantId: string) {
  return useQuery({
    queryKey: adminQueryKeys.adjustments(merchantId),
    queryFn: ({ signal }) =>
      call(listAdjustments, { query: { merchantId, limit: LATEST_ADJUSTMENTS }, signal }),
  });
}
