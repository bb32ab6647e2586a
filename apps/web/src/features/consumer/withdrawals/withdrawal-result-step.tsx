import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import { Printer, ReceiptText, RefreshCw } from 'lucide-react';
import { formatMsisdn } from '@zawadi/contract/text';
import { say } from '../../../i18n/say.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PrintArea } from '../../../ui/print-area.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { BalanceCard } from '../balance-card.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { ReceiptButton } from '../receipts/receipt-button.tsx';
import { useStateCard } from '../use-state-card.ts';
import { feeLabel } from '../amount.ts';
import { isSettled, orderStatusWord } from '../order-status.ts';
import { WITHDRAWAL_STEPS } from './steps.ts';
import { CheckedStatus, WithdrawalWords } from './withdrawal-words.tsx';
import { canBeSent } from './withdrawal-progress.ts';
import { withdrawalAmounts, WithdrawalId } from './withdrawal-facts.tsx';
import type { StatusCheck } from './use-withdrawal.ts';

type WithdrawalResultStepProps = Omit<ResultActionsProps, 'onReceipt'> & { feeBasisPoints: number };

/** Step 3: state of the withdrawal and balance, as the server reports them. */
export function WithdrawalResultStep(props: WithdrawalResultStepProps) {
  const { withdrawal, feeBasisPoints } = props;
  const card = useStateCard(withdrawal.orderStatus);
  const [hasReceiptOpen, setHasReceiptOpen] = useState(false);
  return (
    <div className="cols form">
      <section className="stack-5">
        <Stepper steps={WITHDRAWAL_STEPS} current={3} />
        <div className="sheet state-card" ref={card}>
          <div className="result pb-4">
            <WithdrawalWords withdrawal={withdrawal} />
          </div>
          <div className="pad pt-0">
            <WithdrawalFacts withdrawal={withdrawal} feeBasisPoints={feeBasisPoints} />
          </div>
        </div>
        <CheckedStatus withdrawal={withdrawal} check={props.check} />
        <ResultActions {...props} onReceipt={() => setHasReceiptOpen(true)} />
      </section>
      <aside>
        <BalanceCard
          label={say('New balance')}
          amountShillings={withdrawal.walletBalance}
          note={
            withdrawal.orderStatus === 'PENDING'
              ? say('{amount} is set aside for M-PESA', { amount: formatKes(withdrawal.amount) })
              : undefined
          }
        />
      </aside>
      {hasReceiptOpen && (
        <WithdrawalReceipt
          withdrawal={withdrawal}
          feeBasisPoints={feeBasisPoints}
          onClose={() => setHasReceiptOpen(false)}
        />
      )}
    </div>
  );
}

type WithdrawalReceiptProps = { withdrawal: WithdrawalState; feeBasisPoints: number; onClose: () => void };

/** The receipt of a withdrawal, on screen and in print. */
function WithdrawalReceipt({ withdrawal, feeBasisPoints, onClose }: WithdrawalReceiptProps) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Receipt')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Close')}
          </Button>
          {withdrawal.orderStatus === 'COMPLETED' && <ReceiptButton requestId={withdrawal.requestId} />}
          <Button onClick={() => window.print()}>
            <Icon of={Printer} />
            {say('Print')}
          </Button>
        </>
      }
    >
      <PrintArea>
        <p className="strong">{say('Zawadi · Withdrawal to M-PESA')}</p>
        <WithdrawalFacts withdrawal={withdrawal} feeBasisPoints={feeBasisPoints} />
      </PrintArea>
    </Dialog>
  );
}

type WithdrawalFactsProps = { withdrawal: WithdrawalState; feeBasisPoints: number };

/** Details of a withdrawal, for step 3 and the receipt. */
function WithdrawalFacts({ withdrawal, feeBasisPoints }: WithdrawalFactsProps) {
  return (
    <Facts
      facts={[
        { label: say('Transaction ID'), value: <WithdrawalId withdrawal={withdrawal} /> },
        { label: say('Status'), value: <StatusBadge status={orderStatusWord(withdrawal.orderStatus)} /> },
        withdrawal.at !== undefined && { label: say('Date'), value: exactTimeText(new Date(withdrawal.at)) },
        { label: say('To'), value: formatMsisdn(withdrawal.msisdn) },
        ...withdrawalAmounts(withdrawal, feeLabel(feeBasisPoints)),
        { label: say('New balance'), value: formatKes(withdrawal.walletBalance) },
      ]}
    />
  );
}

type ResultActionsProps = {
  withdrawal: WithdrawalState;
  check: StatusCheck;
  onReceipt: () => void;
  onSend: () => void;
  onTryAgain: () => void;
  onNewWithdrawal: () => void;
};

/** Buttons that fit the state of the withdrawal. */
function ResultActions(props: ResultActionsProps) {
  const { orderStatus } = props.withdrawal;
  const hasMoved = orderStatus === 'PENDING' || orderStatus === 'COMPLETED';
  return (
    <div className="actions">
      {hasMoved && (
        <Button
          variant={orderStatus === 'COMPLETED' ? 'primary' : 'secondary'}
          className={orderStatus === 'COMPLETED' ? 'push' : 'px-4'}
          onClick={props.onReceipt}
        >
          <Icon of={ReceiptText} />
          {say('View Receipt')}
        </Button>
      )}
      {canBeSent(orderStatus) && (
        <Button className="push" onClick={props.onSend}>
          {say('Send it now')}
        </Button>
      )}
      {orderStatus === 'CANCELED' && (
        <Button className="push" onClick={props.onTryAgain}>
          {say('Try again')}
        </Button>
      )}
      <Button variant="secondary" className="px-4" onClick={props.onNewWithdrawal}>
        {say('New Withdrawal')}
      </Button>
      {!isSettled(orderStatus) && (
        <Button
          variant={orderStatus === 'PENDING' ? 'primary' : 'secondary'}
          className={orderStatus === 'PENDING' ? 'push px-4' : 'px-4'}
          onClick={props.check.run}
          isBusy={props.check.isBusy}
          busyLabel={say('Checking...')}
        >
          <Icon of={RefreshCw} />
          {say('Check Status')}
        </Button>
      )}
    </div>
  );
}
