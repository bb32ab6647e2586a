import { Link } from '@tanstack/react-router';
import { shortReference } from '@zawadi/contract/short-reference';
import type { ReactNode } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { BookReversal } from '../voucher-actions/book-reversal.tsx';
import { ShowContacts } from '../contacts/show-contacts.tsx';
import { isMasked, useContacts } from '../contacts/use-contacts.ts';
import { EmailText } from '../../../ui/email-text.tsx';
import type { TransactionDetail } from './describe-transaction.ts';

/** Amounts of a transaction, and its person, shop and voucher. */
export function TransactionSummary({ detail }: { detail: TransactionDetail }) {
  const { transaction, facts, voucher, userId } = detail;
  const { transactionId, type, amount, fee, netValue, reference, merchant } = transaction;
  const contacts = useContacts({ kind: 'transaction', type, id: transactionId });
  // The facts of a settlement or refund already contain all its references.
  const isPaidByMpesa = type === 'Deposit' || type === 'Withdrawal';
  return (
    <Sheet
      title="Summary"
      isPadded
      action={
        <CopyButton text={transactionId} small said="Copied!">
          Copy ID
        </CopyButton>
      }
    >
      <Facts
        facts={[
          {
            label: 'Transaction ID',
            value: (
              <span className="code" title={transactionId}>
                {shortReference(transactionId)}
              </span>
            ),
          },
          { label: 'Type', value: type },
          { label: 'Amount', value: <Money amountShillings={amount} /> },
          { label: 'Fee', value: <Money amountShillings={fee} /> },
          { label: 'Net value', value: <Money amountShillings={netValue} /> },
          isPaidByMpesa &&
            reference !== undefined && {
              label: 'M-PESA receipt',
              value: <span className="code">{reference}</span>,
            },
          merchant !== undefined && { label: 'Merchant', value: merchant },
          ...facts.map(({ label, value }) => ({
            label,
            value: <FactValue label={label} value={contacts.textOf(label, value)} userId={userId} />,
          })),
        ]}
      />
      <div className="stack-2 pt-3">
        {facts.some(({ value }) => isMasked(value)) && (
          <div>
            <ShowContacts contacts={contacts} />
          </div>
        )}
        {voucher !== undefined && (
          <Link className="small" to="/admin/transactions" search={{ search: voucher.voucherId }}>
            All transactions of this voucher
          </Link>
        )}
        <BookReversal detail={detail} />
        <PaymentAuditLink transaction={transaction} />
      </div>
    </Sheet>
  );
}

const SUBJECT_KINDS: Partial<Record<TransactionDetail['transaction']['type'], string>> = {
  Deposit: 'purchase',
  Withdrawal: 'withdrawal',
  Settlement: 'settlement',
  Refund: 'refund',
};

/**
 * Link to the administrators' actions on this payment. A redemption or claim has no such actions, but its voucher may.
 */
function PaymentAuditLink({ transaction: { type, transactionId } }: Pick<TransactionDetail, 'transaction'>) {
  const subjectKind = SUBJECT_KINDS[type];
  if (subjectKind === undefined) return null;
  return (
    <AuditLink subjectKind={subjectKind} subjectId={transactionId}>
      Audit log of this payment
    </AuditLink>
  );
}

const CONSUMER_LABELS = new Set(['Buyer', 'Owner', 'Claimed by']);
const EMAIL_LABELS = new Set(['Buyer email', 'Owner email', 'Email']);

/** Keeps phone numbers on one line, and links values that have their own page. */
type FactValueProps = { label: string; value: string; userId: string | undefined };

function FactValue({ label, value, userId }: FactValueProps): ReactNode {
  if (label === 'Batch') {
    return (
      <Link to="/admin/settlements/$batchId" params={{ batchId: value }}>
        {value}
      </Link>
    );
  }
  if (label === 'Merchant code') {
    return (
      <Link to="/admin/merchants/$merchantCode" params={{ merchantCode: value }}>
        {value}
      </Link>
    );
  }
  if (CONSUMER_LABELS.has(label) && userId !== undefined) {
    return (
      <Link to="/admin/users/$userId" params={{ userId }}>
        {value}
      </Link>
    );
  }
  if (EMAIL_LABELS.has(label)) return <EmailText email={value} />;
  if (/^0[17]\d\d \d{3} \d{3}$/u.test(value)) return <span className="nowrap">{value}</span>;
  if (/^[a-z]+(?:_[a-z]+)+$/u.test(value)) return value.replaceAll('_', ' ');
  return value;
}
