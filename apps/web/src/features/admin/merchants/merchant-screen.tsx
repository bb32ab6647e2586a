import { useParams } from '@tanstack/react-router';
import type { Merchant } from '@zawadi/contract/merchants';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { CallRefused, sentenceOf } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { BackLink, DetailScreen } from '../../lists/detail-screen.tsx';
import type { ListLink } from '../../lists/detail-screen.tsx';
import { useRights } from '../use-rights.ts';
import { RecordSkeleton } from '../record-skeleton.tsx';
import { RefreshButton } from '../refresh-button.tsx';
import { WaitingApprovals } from '../approvals/waits-for-approval.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { AccountSummary } from './account-summary.tsx';
import { ActivityTimeline } from './activity-timeline.tsx';
import { Adjustments } from './adjustments.tsx';
import { ApiAccessSheet } from './api-access-sheet.tsx';
import { ApprovalAlert } from './approval-alert.tsx';
import { BusinessSheet } from './business-sheet.tsx';
import { EditMerchant } from './edit-merchant.tsx';
import { MerchantActions } from './merchant-actions.tsx';
import { STATUS_WORDS } from './merchant-status.ts';
import { useMerchantRecord } from './use-merchant-record.ts';
import './merchants.css';

const MERCHANTS: ListLink = { to: '/admin/merchants', label: 'Back' };

/** One merchant: who they are, what they are owed, how their system signs in, what was done, and what can be done. */
export function MerchantScreen() {
  const { merchantCode } = useParams({ from: '/admin/merchants/$merchantCode' });
  const query = useMerchantRecord(merchantCode);
  return (
    <DetailScreen
      query={query}
      title={merchantCode}
      list={MERCHANTS}
      failed={<MerchantFailure query={query} />}
      skeleton={<RecordSkeleton />}
    >
      {(merchant, isFetching) => <Record merchant={merchant} isFetching={isFetching} />}
    </DetailScreen>
  );
}

function Record({ merchant, isFetching }: { merchant: Merchant; isFetching: boolean }) {
  const { businessName, merchantCode, status } = merchant;
  const { isAdministrator } = useRights();
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <PageTitle
        title={businessName}
        above={<BackLink {...MERCHANTS} />}
        aside={
          <div className="row fill">
            <RefreshButton queryKey={queryKeys.adminMerchants} isBusy={isFetching} />
            {isAdministrator && (
              <Button variant="secondary" small onClick={() => setEditing(true)}>
                <Icon of={Pencil} />
                Edit
              </Button>
            )}
          </div>
        }
      >
        <span className="code">{merchantCode}</span> <StatusBadge status={STATUS_WORDS[status]} />
      </PageTitle>
      <ApprovalAlert merchant={merchant} />
      <WaitingApprovals kind="merchant-close" subjectId={merchant.merchantId} />
      <MerchantActions merchant={merchant} />
      <div className="cols">
        <div className="stack-5">
          <BusinessSheet merchant={merchant} />
          <AccountSummary merchant={merchant} />
          <ApiAccessSheet merchant={merchant} />
          <Adjustments merchant={merchant} />
        </div>
        <div className="stack-5">
          <ActivityTimeline merchant={merchant} />
          <AuditLink subjectKind="merchant" subjectId={merchant.merchantId} />
        </div>
      </div>
      {isEditing && <EditMerchant merchant={merchant} onClose={() => setEditing(false)} />}
    </>
  );
}

function MerchantFailure({ query }: { query: ReturnType<typeof useMerchantRecord> }) {
  const { error, isFetching, refetch } = query;
  return (
    <ErrorState title="Error Loading Merchant" onTryAgain={() => void refetch()} isTrying={isFetching}>
      {problemOf(error)}
    </ErrorState>
  );
}

function problemOf(error: Error | null): string {
  if (!(error instanceof CallRefused)) return 'Network error occurred';
  return `Failed to fetch merchant details. ${sentenceOf(error, '')}`.trim();
}
