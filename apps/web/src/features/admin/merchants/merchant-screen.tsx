import { useParams } from '@tanstack/react-router';
import type { Merchant } from '@zawadi/contract/merchants';
import { Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { formatMsisdn } from '@zawadi/contract/text';
import type { MerchantEvent } from '@zawadi/contract/merchants-admin';
import { CallRefused, sentenceOf } from '../../../api/call.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Alert } from '../../../ui/alert.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { MoreButton } from '../../../ui/more-button.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { timeText } from '../../../ui/time-text.ts';
import { Time } from '../../../ui/time.tsx';
import { Timeline, type TimelineItem } from '../../../ui/timeline.tsx';
import { BackLink, DetailScreen, type ListLink } from '../../lists/detail-screen.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { placeFacts } from '../../shop/place-facts.tsx';
import { useRights } from '../use-rights.ts';
import { RecordSkeleton } from '../record-skeleton.tsx';
import { RefreshButton } from '../refresh-button.tsx';
import { WaitingApprovals } from '../approvals/waits-for-approval.tsx';
import { NotesSheet } from '../notes/notes-sheet.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { OwnLimits } from '../own-limits/own-limits.tsx';
import { AlertsAbout } from '../fraud/alerts-about.tsx';
import { CasesAbout } from '../fraud-cases/cases-about.tsx';
import { Adjustments } from '../adjustments/adjustments.tsx';
import { ApiAccessSheet } from '../merchant-api/api-access-sheet.tsx';
import { ApproveMerchant, EditMerchant } from './dialogs-on-demand.ts';
import { LatestSettlements, OwedSheet } from './money-sheets.tsx';
import { PayOutSheet, PlacesSheet, StaffSheet, MissingChannelAlert } from './paid-by-sheets.tsx';
import { MerchantActions, MerchantDangers } from './merchant-actions.tsx';
import { STATUS_WORDS } from './merchant-status.ts';
import { failureText, useMerchantRecord, useMerchantTimeline } from './use-merchant-record.ts';
import { BrandTile } from './brand-tile.tsx';
import './merchants.css';

const ROLE_WORDS = { ROLE_MERCHANT: 'Merchant' } as const;
const MERCHANTS: ListLink = { to: '/admin/merchants', label: 'Back' };

/** One merchant: identity, balance, API access, history and actions. */
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
  const { merchantId, businessName, merchantCode, status } = merchant;
  const { isAdministrator } = useRights();
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <PageTitle
        title={businessName}
        above={<BackLink {...MERCHANTS} />}
        aside={
          <div className="row fill">
            <RefreshButton queryKey={adminQueryKeys.adminMerchants} isBusy={isFetching} />
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
      {status !== 'INACTIVE' && <MissingChannelAlert merchantId={merchantId} />}
      <WaitingApprovals subjectId={merchantId} />
      <MerchantActions merchant={merchant} />
      <div className="cols">
        <div className="stack-5">
          <BusinessSheet merchant={merchant} />
          <OwedSheet merchantId={merchantId} />
          <PayOutSheet merchantId={merchantId} />
          <LatestSettlements merchantCode={merchantCode} />
          <Adjustments merchant={merchant} />
          <ApiAccessSheet merchant={merchant} />
        </div>
        <div className="stack-5">
          <AccountSummary merchant={merchant} />
          <StaffSheet merchantId={merchantId} />
          <PlacesSheet merchantId={merchantId} />
          <OwnLimits of={{ subjectKind: 'merchant', subjectId: merchantId }} />
          <AlertsAbout of={{ merchantCode }} />
          <CasesAbout about={{ kind: 'merchant', merchantCode, name: businessName }} />
          <NotesSheet about={{ subjectKind: 'merchant', subjectId: merchantId }} />
          <ActivityTimeline merchant={merchant} />
          <AuditLink subjectKind="merchant" subjectId={merchantId} />
        </div>
      </div>
      <MerchantDangers merchant={merchant} />
      <Suspense>
        {isEditing && <EditMerchant merchant={merchant} onClose={() => setEditing(false)} />}
      </Suspense>
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
  if (!(error instanceof CallRefused)) return failureText(error);
  return `${failureText(error)}. ${sentenceOf(error, '')}`.trim();
}

/** Shows that a new merchant waits for approval, with a button that approves it. */
function ApprovalAlert({ merchant }: { merchant: Merchant }) {
  const { isAdministrator } = useRights();
  const [isAsking, setAsking] = useState(false);
  if (merchant.status !== 'PENDING') return null;
  return (
    <Alert tone="warn">
      <div className="spread">
        <p>This merchant is pending approval: it can set up, and cannot redeem yet.</p>
        {isAdministrator && (
          <Button small onClick={() => setAsking(true)}>
            Approve
          </Button>
        )}
      </div>
      <Suspense>
        {isAsking && <ApproveMerchant merchant={merchant} onClose={() => setAsking(false)} />}
      </Suspense>
    </Alert>
  );
}

/** The merchant's balance and account. */
function AccountSummary({ merchant }: { merchant: Merchant }) {
  const { currentBalance, role, mustChangePassword, brandingConfig } = merchant;
  const { primaryColor } = brandingConfig;
  return (
    <Sheet title="Account Summary" isPadded>
      <Facts
        facts={[
          { label: 'Current balance', value: <Money amountShillings={currentBalance} /> },
          { label: 'Role', value: ROLE_WORDS[role.name] },
          { label: 'Must change password', value: mustChangePassword ? 'Yes' : 'No' },
          {
            label: 'Brand colour',
            value: (
              <span className="brand-colour">
                <span className="brand-swatch" style={{ background: primaryColor }} aria-hidden="true" />
                <span className="code">{primaryColor}</span>
              </span>
            ),
          },
        ]}
      />
    </Sheet>
  );
}

/** The business and its contact person. */
function BusinessSheet({ merchant }: { merchant: Merchant }) {
  const { businessName, merchantCode, contactName, contactEmail, contactPhoneNumber } = merchant;
  return (
    <Sheet title="Business Information" isPadded>
      <div className="stack">
        <div className="listed-business">
          <BrandTile businessName={businessName} brandingConfig={merchant.brandingConfig} />
          <span className="listed-name">
            <b className="strong">{businessName}</b>
            <span className="tiny muted code">{merchantCode}</span>
          </span>
        </div>
        <Facts
          facts={[
            { label: 'Contact person', value: contactName },
            { label: 'Email', value: <a href={`mailto:${contactEmail}`}>{contactEmail}</a> },
            {
              label: 'Phone',
              value: <a href={`tel:+${contactPhoneNumber}`}>{formatMsisdn(contactPhoneNumber)}</a>,
            },
            ...placeFacts(merchant.place),
          ]}
        />
      </div>{' '}
    </Sheet>
  );
}

/** When the merchant joined, and every change to its account. */
function ActivityTimeline({ merchant }: { merchant: Merchant }) {
  const { createdAt, lastUpdatedAt, lastLogin } = merchant;
  return (
    <Sheet title="Activity Timeline" isPadded>
      <div className="stack">
        <Facts
          facts={[
            { label: 'Account created', value: <Time at={createdAt} /> },
            { label: 'Last updated', value: <Time at={lastUpdatedAt} /> },
            { label: 'Last login', value: lastLogin === null ? 'Never' : <Time at={lastLogin} /> },
          ]}
        />
        <Events merchantId={merchant.merchantId} />
      </div>
    </Sheet>
  );
}

function Events({ merchantId }: Pick<Merchant, 'merchantId'>) {
  const { data, error, isFetching, refetch, ...more } = useMerchantTimeline(merchantId);
  if (data === undefined && error === null) return <ListSkeleton rows={3} />;
  if (data === undefined) {
    return <LoadFailure title="Failed to load the timeline" of={{ error, isFetching, refetch }} />;
  }
  return (
    <>
      <Timeline items={data.pages.flatMap((page) => page.events.map(itemOf))} />
      {more.hasNextPage && (
        <MoreButton onMore={() => void more.fetchNextPage()} isBusy={more.isFetchingNextPage} />
      )}
    </>
  );
}

function itemOf({ eventId, at, description, actorName, reason }: MerchantEvent): TimelineItem {
  const by = actorName === '' ? undefined : `by ${actorName}`;
  return {
    key: eventId,
    state: 'done',
    title: unbroken(description),
    time: timeText(new Date(at)),
    note: [by, reason].filter((part) => part !== undefined && part !== '').join(': ') || undefined,
  };
}
