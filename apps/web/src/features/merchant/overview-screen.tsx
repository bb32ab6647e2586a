import { useQuery } from '@tanstack/react-query';
import { merchantDetails } from '@zawadi/contract/merchants';
import type { Merchant } from '@zawadi/contract/merchants';
import { formatMsisdn } from '@zawadi/contract/text';
import { call } from '../../api/call.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { StatusBadge } from '../../ui/badge.tsx';
import type { StatusWord } from '../../ui/badge.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { MoneyFigure } from '../../ui/money.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { Bone } from '../../ui/skeleton.tsx';
import { useSession } from '../session/session.tsx';

const STATUS_WORDS = {
  ACTIVE: 'Active',
  PENDING: 'Pending',
  SUSPENDED: 'Suspended',
  INACTIVE: 'Inactive',
} as const satisfies Record<Merchant['status'], StatusWord>;

export function OverviewScreen() {
  const { merchant: known } = useSession();
  const merchantCode = known?.merchantCode ?? '';
  const details = useQuery({
    queryKey: queryKeys.merchant(merchantCode),
    queryFn: () => call(merchantDetails, { body: { merchantCode } }),
    enabled: known !== undefined,
    ...(known === undefined ? {} : { placeholderData: known }),
  });
  return (
    <>
      {details.data !== undefined && <Overview merchant={details.data} />}
      {details.isPending && <Bone height="11.5rem" radius="12px" />}
      {details.isError && (
        <ErrorState title="Failed to fetch merchant details" onTryAgain={() => void details.refetch()}>
          Your balance is safe.
        </ErrorState>
      )}
    </>
  );
}

function Overview({ merchant }: { merchant: Merchant }) {
  return (
    <>
      <PageTitle title={merchant.businessName} aside={<StatusBadge status={STATUS_WORDS[merchant.status]} />}>
        Merchant code <b className="code strong">{merchant.merchantCode}</b>
      </PageTitle>
      <section className="balance" data-cloth="plain">
        <span className="k">Current balance</span>
        <span className="v">
          <MoneyFigure amountShillings={merchant.currentBalance} />
        </span>
        <span className="d">Redeemed vouchers, not yet settled</span>
      </section>
      <Sheet title="Contact" isPadded>
        <dl className="facts">
          <div>
            <dt>Name</dt>
            <dd>{merchant.contactName}</dd>
          </div>
          <div>
            <dt>Email</dt>
            <dd>{merchant.contactEmail}</dd>
          </div>
          <div>
            <dt>Phone number</dt>
            <dd>{formatMsisdn(merchant.contactPhoneNumber)}</dd>
          </div>
        </dl>
      </Sheet>
    </>
  );
}
