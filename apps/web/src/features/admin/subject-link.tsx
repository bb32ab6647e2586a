import { Link, linkOptions } from '@tanstack/react-router';
import type { LinkOptions } from '@tanstack/react-router';
import { shortReference } from '@zawadi/contract/short-reference';

export type Subject = {
  subjectKind: string;
  subjectId: string;
  /** Readable name, if the subject has one. */
  subjectName?: string | undefined;
};

/** Link to the page of a request's or action's subject. If it has no page, shows its name or id. */
export function SubjectLink({ subject, onFollow }: { subject: Subject; onFollow?: () => void }) {
  const { subjectId, subjectName } = subject;
  const page = PAGES[subject.subjectKind]?.(subject);
  if (page === undefined) return <span className="code subject-id">{subjectName ?? subjectId}</span>;
  const { text, ...target } = page;
  return (
    <Link {...target} className="subject-id" onClick={onFollow}>
      {text}
    </Link>
  );
}

type Page = LinkOptions & { text: string };

const PAGES: Record<string, (subject: Subject) => Page | undefined> = {
  purchase: ({ subjectId }) => payment('Deposit', subjectId, 'Payment'),
  withdrawal: ({ subjectId }) => payment('Withdrawal', subjectId, 'Withdrawal'),
  refund: ({ subjectId }) => payment('Refund', subjectId, 'Refund'),
  voucher: ({ subjectId: voucherId }) => ({
    ...linkOptions({ to: '/admin/transactions/vouchers/$voucherId', params: { voucherId } }),
    text: `Voucher ${shortReference(voucherId)}`,
  }),
  review: ({ subjectId: review }) => ({
    ...linkOptions({ to: '/admin/transactions/reviews', search: { review } }),
    text: 'The case',
  }),
  merchant: merchantPage,
  // An adjustment changes a merchant's balance, so it links to the merchant.
  adjustment: merchantPage,
  settlement: ({ subjectName: batchId }) =>
    batchId === undefined
      ? undefined
      : { ...linkOptions({ to: '/admin/settlements/$batchId', params: { batchId } }), text: batchId },
  settlements: () => ({ ...linkOptions({ to: '/admin/settlements' }), text: 'Settlements' }),
  user: ({ subjectId: userId, subjectName = 'The user' }) => ({
    ...linkOptions({ to: '/admin/users/$userId', params: { userId } }),
    text: subjectName,
  }),
  users: () => ({ ...linkOptions({ to: '/admin/users' }), text: 'Users' }),
  administrator: ({ subjectName = 'Administrator' }) => ({
    ...linkOptions({ to: '/admin/settings/administrators' }),
    text: subjectName,
  }),
  'reconciliation-run': ({ subjectId: runId }) => ({
    ...linkOptions({ to: '/admin/reconciliation/statements/$runId', params: { runId } }),
    text: 'The statement',
  }),
  'reconciliation-item': ({ subjectName: search }) =>
    search === undefined
      ? undefined
      : {
          ...linkOptions({ to: '/admin/reconciliation', search: { search, status: 'all' } }),
          text: search,
        },
  'fraud-alert': ({ subjectId: alertId }) => ({
    ...linkOptions({ to: '/admin/fraud-alerts/$alertId', params: { alertId } }),
    text: 'The alert',
  }),
  'fraud-case': ({ subjectId: caseId, subjectName = 'The case' }) => ({
    ...linkOptions({ to: '/admin/fraud-cases/$caseId', params: { caseId } }),
    text: subjectName,
  }),
  posting: ({ subjectId: postingId }) =>
    postingId === 'list'
      ? { ...linkOptions({ to: '/admin/posting-requests' }), text: 'Posting desk' }
      : {
          ...linkOptions({ to: '/admin/posting-requests/$postingId', params: { postingId } }),
          text: 'The posting and its document',
        },
  block: () => ({ ...linkOptions({ to: '/admin/fraud-alerts/block-list' }), text: 'Block list' }),
  'float-check': () => ({ ...linkOptions({ to: '/admin/reconciliation/balances' }), text: 'Balances' }),
  'support-request': () => ({
    ...linkOptions({ to: '/admin/support', search: { status: 'all' } }),
    text: 'Letters',
  }),
  feature: () => ({ ...linkOptions({ to: '/admin/settings' }), text: 'Feature switches' }),
  setting: ({ subjectId }) => setting(subjectId),
  invoice: ({ subjectId }) => ({ ...linkOptions({ to: '/admin/reports/invoices' }), text: subjectId }),
  invoices: () => ({ ...linkOptions({ to: '/admin/reports/invoices' }), text: 'Invoices' }),
};

function merchantPage({ subjectName: merchantCode }: Subject): Page | undefined {
  if (merchantCode === undefined) return undefined;
  return {
    ...linkOptions({ to: '/admin/merchants/$merchantCode', params: { merchantCode } }),
    text: merchantCode,
  };
}

function payment(type: 'Deposit' | 'Withdrawal' | 'Refund', transactionId: string, word: string): Page {
  const params = { type, transactionId };
  const text = `${word} ${shortReference(transactionId)}`;
  return { ...linkOptions({ to: '/admin/transactions/$type/$transactionId', params }), text };
}

function setting(name: string): Page {
  if (name === 'fees-and-limits')
    return { ...linkOptions({ to: '/admin/settings/fees-and-limits' }), text: 'Fees and limits' };
  if (name === 'fraud-rules')
    return { ...linkOptions({ to: '/admin/settings/fraud-rules' }), text: 'Fraud rules' };
  if (name === 'bookkeeping-accounts')
    return { ...linkOptions({ to: '/admin/settings/bookkeeping' }), text: 'Bookkeeping' };
  if (name === 'invoicing') return { ...linkOptions({ to: '/admin/settings/invoices' }), text: 'Invoices' };
  const [prefix, channel, template, language] = name.split('/');
  if (prefix === 'template' && channel !== undefined && template !== undefined && language !== undefined) {
    const params = { channel, template, language };
    return {
      ...linkOptions({ to: '/admin/settings/messages/$channel/$template/$language', params }),
      text: 'The message',
    };
  }
  return { ...linkOptions({ to: '/admin/settings/messages' }), text: 'Messages' };
}
