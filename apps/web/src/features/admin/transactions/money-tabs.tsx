import { useOpenApprovals } from '../approvals/use-approvals.ts';
import { useOpenReviewCount } from '../reviews/use-reviews.ts';
import { SectionTabs } from '../../lists/section-tabs.tsx';

/** Tabs: the list of transactions, and the queues of approvals and reviews. */
export function MoneyTabs() {
  const approvals = useOpenApprovals();
  const reviews = useOpenReviewCount();
  return (
    <SectionTabs
      label="Transactions"
      tabs={[
        { to: '/admin/transactions', label: 'All transactions', isExact: true },
        {
          to: '/admin/transactions/approvals',
          label: 'Approvals',
          count: approvals.count,
          oldestAt: approvals.oldestAt,
        },
        { to: '/admin/transactions/reviews', label: 'Review queue', count: reviews },
      ]}
    />
  );
}
