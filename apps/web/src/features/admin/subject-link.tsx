import { Link, linkOptions } from '@tanstack/react-router';
import type { LinkOptions } from '@tanstack/react-router';

export type Subject = {
  subjectKind: string;
  subjectId: string;
  /** What people call it, where that is known. */
  subjectName?: string | undefined;
};

/** Leads to what a request or an action is about; where nothing has a page, it says the name or the id. */
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
  purchase: ({ subjectId }) => payment('Deposit', subjectId, 'The payment'),
  withdrawal: ({ subjectId }) => payment('Withdrawal', subjectId, 'The withdrawal'),
  refund: ({ subjectId }) => payment('Refund', subjectId, 'The refund'),
  voucher: ({ subjectId: search }) => ({
    ...linkOptions({ to: '/admin/transactions', search: { search } }),
    text: 'All transactions of this voucher',
  }),
  review: () => ({ ...linkOptions({ to: '/admin/transactions/reviews' }), text: 'The review queue' }),
  adjustment: () => ({ ...linkOptions({ to: '/admin/transactions/approvals' }), text: 'The approvals' }),
  merchant: ({ subjectName: merchantCode }) =>
    merchantCode === undefined
      ? undefined
      : {
          ...linkOptions({ to: '/admin/merchants/$merchantCode', params: { merchantCode } }),
          text: merchantCode,
        },
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
  staff: ({ subjectName = 'Staff' }) => ({
    ...linkOptions({ to: '/admin/settings/staff' }),
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
  'float-check': () => ({ ...linkOptions({ to: '/admin/reconciliation/balances' }), text: 'Balances' }),
  'support-request': () => ({
    ...linkOptions({ to: '/admin/support', search: { status: 'all' } }),
    text: 'Letters',
  }),
  feature: () => ({ ...linkOptions({ to: '/admin/settings' }), text: 'Feature switches' }),
  setting: ({ subjectId }) => setting(subjectId),
};

function payment(type: 'Deposit' | 'Withdrawal' | 'Refund', transactionId: string, text: string): Page {
  const params = { type, transactionId };
  return { ...linkOptions({ to: '/admin/transactions/$type/$transactionId', params }), text };
}

function setting(name: string): Page {
  if (name === 'fees-and-limits')
    return { ...linkOptions({ to: '/admin/settings/fees-and-limits' }), text: 'Fees and limits' };
  if (name === 'fraud-rules')
    return { ...linkOptions({ to: '/admin/settings/fraud-rules' }), text: 'Fraud rules' };
  return { ...linkOptions({ to: '/admin/settings/messages' }), text: 'Messages' };
}
