import { useQueryClient } from '@tanstack/react-query';
import type { MerchantTransaction } from '@zawadi/contract/merchant-reports';
import { formatKes } from '@zawadi/contract/money';
import { redemptionReceiptPdf } from '@zawadi/contract/receipts';
import { shortReference } from '@zawadi/contract/short-reference';
import { Download, Undo2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { say } from '../../../i18n/say.ts';
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
import { CaptureDialog, ReleaseDialog } from '../holds/end-hold-dialogs.tsx';
import { ProblemReports } from '../support/report-problem.tsx';
import { paidByText } from '../receipts/bill-text.ts';
import { ReverseDialog } from '../redemptions/reverse-dialog.tsx';

type TransactionDialogProps = { transaction: MerchantTransaction; onClose: () => void };

/** One redemption with its receipt. It can be reversed on the same day; an open hold can be captured or released. */
export function TransactionDialog({ transaction, onClose }: TransactionDialogProps) {
  const [isReversing, setIsReversing] = useState(false);
  const [ending, setEnding] = useState<'capture' | 'release'>();
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
  if (ending !== undefined) {
    const EndDialog = ending === 'capture' ? CaptureDialog : ReleaseDialog;
    return <EndDialog hold={transaction} onEnded={showChanged} onClose={() => setEnding(undefined)} />;
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={transaction.user}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Close')}
          </Button>
          {canBeReversed(transaction) && (
            <Button variant="secondary" onClick={() => setIsReversing(true)}>
              <Icon of={Undo2} />
              {say('Reverse')}
            </Button>
          )}
          {transaction.status === 'Pending' ? (
            <>
              <Button variant="secondary" onClick={() => setEnding('release')}>
                {say('Release')}
              </Button>
              <Button onClick={() => setEnding('capture')}>{say('Capture')}</Button>
            </>
          ) : (
            <Receipt redemptionId={transaction.redemptionId} />
          )}
        </>
      }
    >
      <Facts transaction={transaction} />
      {transaction.status !== 'Pending' && (
        <ProblemReports
          about={{ kind: 'redemption', redemptionId: transaction.redemptionId }}
          subject={say('Redemption {id}', { id: shortReference(transaction.redemptionId) })}
        />
      )}
    </Dialog>
  );
}

function Facts({ transaction }: { transaction: MerchantTransaction }) {
  const { voucherId, codeLastFour, cloth, mpesaTxnId, phone, date, status, refundState, reversedAt } =
    transaction;
  const { amount, heldUntil, servedBy, place, till, channel, redemptionId, reference, bill } = transaction;
  return (
    <>
      <dl className="facts">
        <Fact label={say('Amount')}>
          <Money amountShillings={amount} direction={refundState === undefined ? undefined : 'returned'} />
        </Fact>
        <Fact label={say('Status')}>
          <StatusBadge status={stateWord(status, refundState)} />
        </Fact>
        <Fact label={say('Receipt')}>
          <span className="code">{shortReference(redemptionId)}</span>
        </Fact>
        {reference !== undefined && <Fact label={say('Your reference')}>{reference}</Fact>}
        {reversedAt !== undefined && (
          <Fact label={say('Reversed')}>{exactTimeText(new Date(reversedAt))}</Fact>
        )}
        {heldUntil !== undefined && (
          <Fact label={say('Held until')}>{exactTimeText(new Date(heldUntil))}</Fact>
        )}
        <Fact label={say('Date')}>{exactTimeText(new Date(date))}</Fact>
        <Fact label={say('Voucher ID')}>
          <span className="code" title={voucherId}>
            {shortReference(voucherId)}
          </span>
        </Fact>
        <Fact label={say('Voucher code')}>
          <span className="fact-cloth">
            <TicketSwatch cloth={cloth} small />
            <span className="code">•••• {codeLastFour}</span>
          </span>
        </Fact>
        <Fact label={say('M-Pesa Txn ID')}>
          {mpesaTxnId === undefined ? say('None: made by you') : <span className="code">{mpesaTxnId}</span>}
        </Fact>
        <Fact label={say('Phone')}>{phone ?? say('Not given')}</Fact>
        {bill !== undefined && (
          <>
            <Fact label={say('Total of the bill')}>{formatKes(bill.total)}</Fact>
            <Fact label={paidByText(bill)}>{formatKes(bill.rest)}</Fact>
          </>
        )}
        <Fact label={say('Served by')}>{servedBy}</Fact>
        <Fact label={say('Place')}>{place}</Fact>
        {till !== undefined && <Fact label={say('Till')}>{till}</Fact>}
        <Fact label={say('Channel')}>
          {channel === 'api' ? say('Your own system (API)') : say('Redeem page')}
        </Fact>
      </dl>
      <div>
        <CopyButton text={voucherId} small>
          {say('Copy voucher ID')}
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
      busyLabel={say('Saving...')}
    >
      <Icon of={Download} />
      {say('Receipt')}
    </Button>
  );
}

/** Returns whether the redemption was made today in Nairobi. The server has the final decision. */
function canBeReversed({ status, date }: MerchantTransaction): boolean {
  return status === 'Completed' && nairobiDay(new Date(date)) === nairobiDay(new Date());
}
