import { Link } from '@tanstack/react-router';
import type { AdminDashboard } from '@zawadi/contract/reports-dashboard';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { figureText } from '../figure-text.ts';
import { BrandTile } from '../merchants/brand-tile.tsx';

type Performance = AdminDashboard['merchantPerformance'];

/** Who redeemed most in the last thirty days. */
export function MerchantPerformance({ merchants }: { merchants: Performance | undefined }) {
  return (
    <Sheet
      title="Merchant Performance"
      action={
        <Link to="/admin/merchants" className={buttonClass({ variant: 'quiet', small: true })}>
          View All
        </Link>
      }
    >
      {merchants === undefined && <ListSkeleton rows={5} />}
      {merchants?.length === 0 && (
        <EmptyState title="Nothing redeemed yet">
          Whoever redeems most in thirty days stands here, the first at the top.
        </EmptyState>
      )}
      {merchants !== undefined && merchants.length > 0 && (
        <ul className="moves" aria-label="Most redeemed in the last thirty days">
          {merchants.map((merchant) => (
            <Row key={merchant.merchantCode} {...merchant} />
          ))}
        </ul>
      )}
    </Sheet>
  );
}

function Row({ merchantCode, businessName, primaryColor, redemptions, amount }: Performance[number]) {
  return (
    <li className="transaction-row">
      <BrandTile businessName={businessName} brandingConfig={{ primaryColor }} />
      <div className="what">
        <Link className="transaction-open" to="/admin/merchants/$merchantCode" params={{ merchantCode }}>
          {businessName}
        </Link>
        <span className="when">
          {redemptions === 1 ? '1 redemption' : `${figureText(redemptions)} redemptions`} in 30 days
        </span>
      </div>
      <div className="side">
        <Money amountShillings={amount} />
      </div>
    </li>
  );
}
