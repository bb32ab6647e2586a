import { bookReversal } from '@zawadi/contract/voucher-actions';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { TextField } from '../../../ui/field.tsx';
import { problemWith } from '../../forms/typed-fields.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import type { TransactionDetail } from './describe-transaction.ts';

type BookReversalDialogProps = { transaction: TransactionDetail['transaction']; onClose: () => void };

/** Books that Safaricom has taken a payment back, which the statement or M-PESA's support says. */
export function BookReversalDialog({ transaction, onClose }: BookReversalDialogProps) {
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
      send={async (reason) => call(bookReversal, { body: { transactionId, receipt, reason } })}
      said={{ title: 'Reversal booked' }}
      onClose={onClose}
    >
      <p className="muted">
        Only when Safaricom has reversed the payment by itself. What is left on the voucher pays for it, and
        the voucher dies; what was spent already is our loss.
      </p>
      <TextField
        label="Receipt of the reversal"
        help="Ten letters and digits, from the M-PESA statement"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={10}
        value={receipt}
        error={problem}
        onChange={({ target }) => setReceipt(target.value)}
      />
    </ConfirmMoneyDialog>
  );
}
