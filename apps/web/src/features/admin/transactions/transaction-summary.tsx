import { Link } from '@tanstack/react-router';
import { shortReference } from '@zawadi/contract/short-reference';
import { formatMsisdn } from '@zawadi/contract/text';
import { useState, type ReactNode } from 'react';
import { bookReversal } from '@zawadi/contract/voucher-actions';
import { formatKes } from '@zawadi/contract/money';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Money } from '../../../ui/money.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { call } from '../../../api/call.ts';
import { problemWith } from '../../forms/typed-fields.ts';
import { AuditLink } from '../audit/audit-link.tsx';
import { EmailText } from '../email-text.tsx';
import { useRights } from '../use-rights.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { ReceiptField } from '../actions/receipt-field.tsx';
import type { TransactionDetail } from './describe-transaction.ts';

/** The figures of a transaction, and who and what it is tied to. */
export function TransactionSummary({ detail }: { detail: TransactionDetail }) {
  const { transaction, facts, voucher } = detail;
  const { transactionId, type, amount, fee, netValue, reference, merchant } = transaction;
  // What is known of settlements and refunds names each of their references itself.
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
          ...facts.map(({ label, value }) => ({ label, value: <FactValue label={label} value={value} /> })),
        ]}
      />
      <div className="stack-2 pt-3">
        {voucher !== undefined && (
          <Link className="small" to="/admin/transactions" search={{ search: voucher.voucherId }}>
            All transactions of this voucher
          </Link>
        )}
        <BookReversal detail={detail} />
        <AllowedActions transaction={transaction} />
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

/** A redemption or claim has no actions of its own; those of its voucher are behind a link. */
function AllowedActions({ transaction: { type, transactionId } }: Pick<TransactionDetail, 'transaction'>) {
  const subjectKind = SUBJECT_KINDS[type];
  if (subjectKind === undefined) return null;
  return (
    <AuditLink subjectKind={subjectKind} subjectId={transactionId}>
      Audit log of this payment
    </AuditLink>
  );
}

/** Seldom needed, so it does not stand with what is done every day. */
function BookReversal({ detail: { transaction, actions } }: { detail: TransactionDetail }) {
  const { mayMoveMoney } = useRights();
  const [isAsking, setIsAsking] = useState(false);
  if (!actions.canBookReversal || !mayMoveMoney) return null;
  return (
    <div>
      <Button variant="secondary" small onClick={() => setIsAsking(true)}>
        M-PESA took it back…
      </Button>
      {isAsking && <BookReversalDialog transaction={transaction} onClose={() => setIsAsking(false)} />}
    </div>
  );
}

const CONSUMER_EMAIL_LABELS = new Set(['Buyer email', 'Owner email', 'Email']);

/** Numbers are written as people read them; what has a page of its own leads there. */
function FactValue({ label, value }: { label: string; value: string }): ReactNode {
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
  if (CONSUMER_EMAIL_LABELS.has(label)) {
    return (
      <Link to="/admin/users" search={{ search: value }}>
        <EmailText email={value} />
      </Link>
    );
  }
  if (/^254[17]\d{8}$/u.test(value)) return <span className="nowrap">{formatMsisdn(value)}</span>;
  if (/^[a-z]+(?:_[a-z]+)+$/u.test(value)) return value.replaceAll('_', ' ');
  return value;
}

type BookReversalDialogProps = { transaction: TransactionDetail['transaction']; onClose: () => void };

/** Books that Safaricom has taken a payment back, which the statement or M-PESA's support says. */
function BookReversalDialog({ transaction, onClose }: BookReversalDialogProps) {
  const { transactionId, amount } = transaction;
  const [receipt, setReceipt] = useState('');
  const [problem, setProblem] = useState<string>();
  return (
    <ConfirmMoneyDialog
      title={`Book that M-PESA took ${formatKes(amount)} back?`}
      action="Book reversal"
      busyLabel="Booking..."
      isDangerous
      check={() => {
        const found = problemWith(bookReversal.body.shape.receipt, receipt);
        setProblem(found);
        return found === undefined;
      }}
      planned={{ kind: 'reversed-payment', transactionId }}
      send={async (reason) => call(bookReversal, { body: { transactionId, receipt, reason } })}
      said={{ title: 'Reversal booked' }}
      onClose={onClose}
    >
      <p className="muted">
        Only for a reversal that Safaricom made by itself. What is left on the voucher pays for it, and its
        code stops working; what was spent is our loss.
      </p>
      <ReceiptField label="Receipt of the reversal" value={receipt} error={problem} onChange={setReceipt} />
    </ConfirmMoneyDialog>
  );
}
