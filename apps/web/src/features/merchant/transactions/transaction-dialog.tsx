import { useQueryClient } from '@tanstack/react-query';
import type { MerchantTransaction } from '@zawadi/contract/merchant-reports';
import { redemptionReceiptPdf } from '@zawadi/contract/receipts';
import { Download, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { fetchFile } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { stateWord, StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Money } from '../../../ui/money.tsx';
import { TicketSwatch } from '../../../ui/ticket-swatch.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { useDownload } from '../../files/use-download.ts';
import { ReverseDialog } from '../till/reverse-dialog.tsx';

type TransactionDialogProps = { transaction: MerchantTransaction; onClose: () => void };

/** Everything about one redemption, its receipt, and on the same day the way to take it back. */
export function TransactionDialog({ transaction, onClose }: TransactionDialogProps) {
  const [isReversing, setIsReversing] = useState(false);
  const queries = useQueryClient();
  const showChanged = () =>
    void Promise.all(
      [queryKeys.allMerchantTransactions, queryKeys.merchantReports, queryKeys.merchantOverview].map(
        async (queryKey) => queries.invalidateQueries({ queryKey }),
      ),
    );
  if (isReversing) {
    return (
      <ReverseDialog
        redemption={{ ...transaction, recipientName: transaction.user }}
        onClose={() => setIsReversing(false)}
        onReversed={showChanged}
      />
    );
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={transaction.user}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            Close
          </Button>
          {canBeReversed(transaction) && (
            <Button variant="secondary" onClick={() => setIsReversing(true)}>
              <Icon of={Undo2} />
              Reverse
            </Button>
          )}
          <Receipt redemptionId={transaction.redemptionId} />
        </>
      }
    >
      <Facts transaction={transaction} />
    </Dialog>
  );
}

function Facts({ transaction }: { transaction: MerchantTransaction }) {
  const { voucherId, codeLastFour, cloth, mpesaTxnId, phone, date, status, refundState, reversedAt } =
    transaction;
  const { amount, servedBy, channel } = transaction;
  return (
    <>
      <dl className="facts">
        <Fact label="Amount">
          <Money amountShillings={amount} direction={refundState === undefined ? undefined : 'returned'} />
        </Fact>
        <Fact label="Status">
          <StatusBadge status={stateWord(status, refundState)} />
        </Fact>
        {reversedAt !== undefined && <Fact label="Reversed">{exactTimeText(new Date(reversedAt))}</Fact>}
        <Fact label="Date">{exactTimeText(new Date(date))}</Fact>
        <Fact label="Voucher ID">
          <span className="code">{voucherId}</span>
        </Fact>
        <Fact label="Voucher code">
          <span className="fact-cloth">
            <TicketSwatch cloth={cloth} small />
            <span className="code">•••• {codeLastFour}</span>
          </span>
        </Fact>
        <Fact label="M-Pesa Txn ID">
          {mpesaTxnId === undefined ? 'None: made by you' : <span className="code">{mpesaTxnId}</span>}
        </Fact>
        <Fact label="Phone">{phone ?? 'Not given'}</Fact>
        <Fact label="Served by">{servedBy}</Fact>
        <Fact label="Channel">{channel === 'api' ? 'Your own system (API)' : 'Redeem page'}</Fact>
      </dl>
      <div>
        <CopyButton text={voucherId} small>
          Copy voucher ID
        </CopyButton>
      </div>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Receipt({ redemptionId }: { redemptionId: string }) {
  const { save, isBusy } = useDownload();
  return (
    <Button
      onClick={() => save(async () => fetchFile(redemptionReceiptPdf, { params: { redemptionId } }))}
      isBusy={isBusy}
      busyLabel="Downloading..."
    >
      <Icon of={Download} />
      Receipt
    </Button>
  );
}

/** On the same day in Nairobi; the server decides in the end. */
function canBeReversed({ status, date }: MerchantTransaction): boolean {
  return status === 'Completed' && nairobiDay(new Date(date)) === nairobiDay(new Date());
}
