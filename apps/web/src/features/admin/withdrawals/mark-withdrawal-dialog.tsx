import { markWithdrawal } from '@zawadi/contract/withdrawals-admin';
import { formatKes } from '@zawadi/contract/money';
import { mpesaReceipt } from '@zawadi/contract/text';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { problemWith } from '../../forms/typed-fields.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { ReceiptField } from '../actions/receipt-field.tsx';
import type { TransactionDetail } from '../transactions/describe-transaction.ts';

type Outcome = TransactionDetail['actions']['canMark'][number];

const OUTCOMES = [
  { value: 'paid', label: 'It was paid', help: 'The statement of M-PESA shows it.' },
  { value: 'not_paid', label: 'It was not paid', help: 'The money goes back to the wallet.' },
] as const satisfies readonly { value: Outcome; label: string; help: string }[];

const NO_STATEMENT = 'Please name the statement that lacks the payment';

/** Records the outcome of a withdrawal as the M-PESA statement shows it. Another administrator must confirm it. */
export function MarkWithdrawalDialog({
  detail,
  onClose,
}: {
  detail: TransactionDetail;
  onClose: () => void;
}) {
  const { transactionId, netValue, status } = detail.transaction;
  const [outcome, setOutcome] = useState<Outcome>('paid');
  const [receipt, setReceipt] = useState('');
  const [statement, setStatement] = useState('');
  const [problem, setProblem] = useState<string>();
  const isPaid = outcome === 'paid';
  const isLate = status !== 'Pending';
  return (
    <ConfirmMoneyDialog
      title={`What became of the ${formatKes(netValue)}?`}
      action={isPaid ? 'Mark as paid' : 'Mark as not paid'}
      check={() => {
        const missing = statement.trim() === '' ? NO_STATEMENT : undefined;
        const found = isPaid ? problemWith(mpesaReceipt, receipt) : missing;
        setProblem(found);
        return found === undefined;
      }}
      send={(reason) =>
        call(markWithdrawal, {
          body: isPaid
            ? { transactionId, outcome, receipt, reason }
            : { transactionId, outcome, statement, reason },
        })
      }
      said={{ title: 'Marked' }}
      onClose={onClose}
    >
      <p className="muted">
        {unbroken(
          isLate
            ? 'The money was given back. If M-PESA has paid after all, we take it out of the wallet again, as far as the balance allows; the rest is our loss. Another administrator must approve this.'
            : 'Another administrator must approve this. Until then we keep asking M-PESA.',
        )}
      </p>
      {!isLate && (
        <RadioList
          label="Outcome"
          options={OUTCOMES}
          value={outcome}
          onChange={(chosen) => {
            setOutcome(chosen);
            setProblem(undefined);
          }}
        />
      )}
      {isPaid ? (
        <ReceiptField label="M-PESA receipt" value={receipt} error={problem} onChange={setReceipt} />
      ) : (
        <TextField
          label="Statement"
          help="Its number or days, for example: utility account, 20 to 22 November"
          autoComplete="off"
          maxLength={120}
          value={statement}
          error={problem}
          onChange={({ target }) => setStatement(target.value)}
        />
      )}
    </ConfirmMoneyDialog>
  );
}
