import { formatKes } from '@zawadi/contract/money';
import { bookReversal } from '@zawadi/contract/voucher-actions';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/button.tsx';
import { problemWith } from '../../forms/typed-fields.ts';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import { ReceiptField } from '../actions/receipt-field.tsx';
import type { TransactionDetail } from '../transactions/describe-transaction.ts';
import { useRights } from '../use-rights.ts';

/** Booking a reversal is rare, so its button is away from the daily actions. */
export function BookReversal({ detail: { transaction, actions } }: { detail: TransactionDetail }) {
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

type BookReversalDialogProps = {
  transaction: Pick<TransactionDetail['transaction'], 'transactionId' | 'amount'>;
  /** The reversal's receipt, if a statement shows it. */
  receipt?: string;
  onClose: () => void;
};

/** Books a reversal by Safaricom that the M-PESA statement or M-PESA's support reports. */
export function BookReversalDialog({ transaction, receipt: known = '', onClose }: BookReversalDialogProps) {
  const { transactionId, amount } = transaction;
  const [receipt, setReceipt] = useState(known);
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
        Only for a reversal that Safaricom made on its own. The rest of the voucher pays for it, and its code
        stops working. What was already spent is our loss.
      </p>
      <ReceiptField label="Receipt of the reversal" value={receipt} error={problem} onChange={setReceipt} />
    </ConfirmMoneyDialog>
  );
}
