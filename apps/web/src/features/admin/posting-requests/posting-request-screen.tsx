import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import {
  postingDocumentFile,
  readPostingRequest,
  type PostingRequest,
} from '@zawadi/contract/posting-requests';
import { call, fetchFile } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Facts } from '../../../ui/facts.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Time } from '../../../ui/time.tsx';
import { ExportButton } from '../../files/export-button.tsx';
import { BackLink, DetailScreen, type ListLink } from '../../lists/detail-screen.tsx';
import { WaitingApprovals } from '../approvals/waits-for-approval.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { centsText } from '../cents-text.ts';
import { useRights } from '../use-rights.ts';
import { SettleActions } from './settle-posting.tsx';
import { PostingStatusMark } from './posting-status.tsx';
import { TEMPLATE_WORDS } from './posting-words.ts';

const DESK: ListLink = { to: '/admin/posting-requests', label: 'Posting desk' };

/** One posting: amount, payee, reason, document, and who decided it. */
export function PostingRequestScreen() {
  const { postingId } = useParams({ from: '/admin/posting-requests/$postingId' });
  const query = useQuery({
    queryKey: adminQueryKeys.posting(postingId),
    queryFn: ({ signal }) => call(readPostingRequest, { params: { postingId }, signal }),
  });
  return (
    <DetailScreen
      query={query}
      title="Posting"
      list={DESK}
      missing={{ title: 'There is no such posting', text: 'No posting has this ID.', all: 'All postings' }}
      failed={{ title: 'Failed to load this posting', text: 'The books themselves are not affected.' }}
    >
      {(found) => <Detail of={found} />}
    </DetailScreen>
  );
}

type PostingProps = { of: PostingRequest };

function Detail({ of }: PostingProps) {
  const { postingId, template, status } = of;
  return (
    <>
      <PageTitle
        title={TEMPLATE_WORDS[template].name}
        above={<BackLink {...DESK} />}
        aside={status === 'To pay' && <SettleActions of={of} />}
      >
        <PostingStatusMark status={status} />
      </PageTitle>
      {(status === 'Waiting' || status === 'To pay') && <WaitingApprovals subjectId={postingId} />}
      <div className="cols">
        <PostingFacts of={of} />
        <div className="stack-5">
          <Document of={of} />
          <AuditLink subjectKind="posting" subjectId={postingId} />
        </div>
      </div>
    </>
  );
}

function PostingFacts({ of }: PostingProps) {
  const { template, amountCents, payee, reference, reason, user, merchant, status } = of;
  const { requestedBy, requestedAt, decidedBy, decisionReason, postedAt, settledAt, settledReference } = of;
  return (
    <Sheet title="Posting" isPadded>
      <Facts
        facts={[
          { label: 'Amount', value: <b className="money nowrap">KES {centsText(amountCents)}</b> },
          { label: 'What it does', value: TEMPLATE_WORDS[template].effect },
          { label: TEMPLATE_WORDS[template].payee, value: payee },
          reference !== undefined && { label: 'Reference', value: <span className="code">{reference}</span> },
          user !== undefined && {
            label: 'Person',
            value: (
              <Link to="/admin/users/$userId" params={{ userId: user.userId }}>
                {user.name}
              </Link>
            ),
          },
          merchant !== undefined && {
            label: 'Merchant',
            value: (
              <Link to="/admin/merchants/$merchantCode" params={{ merchantCode: merchant.merchantCode }}>
                {merchant.businessName}
              </Link>
            ),
          },
          { label: 'Reason', value: reason },
          { label: 'Requested by', value: requestedBy },
          { label: 'Requested', value: <Time at={requestedAt} /> },
          decidedBy !== undefined && { label: 'Decided by', value: decidedBy },
          decisionReason !== undefined && { label: 'Reason of the decision', value: decisionReason },
          postedAt !== undefined && { label: 'Posted', value: <Time at={postedAt} /> },
          settledAt !== undefined && {
            label: status === 'Paid' ? 'Paid' : 'Marked as not paid',
            value: <Time at={settledAt} />,
          },
          settledReference !== undefined && {
            label: 'Bank’s reference',
            value: <span className="code">{settledReference}</span>,
          },
        ]}
      />
    </Sheet>
  );
}

function Document({ of: { postingId, document } }: PostingProps) {
  const { mayMoveMoney } = useRights();
  const { fileName, bytes, sha256 } = document;
  return (
    <Sheet
      title="Document"
      isPadded
      action={
        mayMoveMoney && (
          <ExportButton fetching={async () => fetchFile(postingDocumentFile, { params: { postingId } })}>
            Download
          </ExportButton>
        )
      }
    >
      <Facts
        facts={[
          { label: 'File', value: fileName },
          { label: 'Size', value: `${Math.ceil(bytes / 1_024).toLocaleString('en-KE')} KB` },
          { label: 'SHA-256', value: <span className="code">{sha256}</span> },
        ]}
      />
      {mayMoveMoney && <p className="small muted">Each download is in the audit log.</p>}
    </Sheet>
  );
}
