import { formatKes } from '@zawadi/contract/money';
import type { WithdrawalState } from '@zawadi/contract/payments';
import { ReceiptText, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Stepper } from '../../../ui/stepper.tsx';
import { BalanceCard } from '../balance-card.tsx';
import { isSettled } from '../order-status.ts';
import type { StatusCheck } from './status-check.ts';
import { WITHDRAWAL_STEPS } from './steps.ts';
import { WithdrawalFacts } from './withdrawal-facts.tsx';
import { canBeSent } from './withdrawal-progress.ts';
import { WithdrawalReceipt } from './withdrawal-receipt.tsx';
import { WithdrawalWords } from './withdrawal-words.tsx';

type WithdrawalResultStepProps = {
  withdrawal: WithdrawalState;
  check: StatusCheck;
  feeBasisPoints: number;
  onSend: () => void;
  onTryAgain: () => void;
  onNewWithdrawal: () => void;
};

/** Step 3: the true state of the withdrawal, and the balance as the server counts it. */
export function WithdrawalResultStep(props: WithdrawalResultStepProps) {
  const { withdrawal, check, feeBasisPoints, onSend, onTryAgain, onNewWithdrawal } = props;
  const [hasReceiptOpen, setHasReceiptOpen] = useState(false);
  const { orderStatus } = withdrawal;
  const hasMoved = orderStatus === 'PENDING' || orderStatus === 'COMPLETED';
  return (
    <div className="cols form">
      <section className="stack-5">
        <Stepper steps={WITHDRAWAL_STEPS} current={3} />
        <div className="sheet">
          <div className="result pb-4">
            <WithdrawalWords withdrawal={withdrawal} />
          </div>
          <div className="pad pt-0">
            <WithdrawalFacts withdrawal={withdrawal} feeBasisPoints={feeBasisPoints} />
          </div>
        </div>
        <div className="actions">
          {!isSettled(orderStatus) && (
            <Button variant="secondary" onClick={check.run} isBusy={check.isBusy} busyLabel="Checking...">
              <Icon of={RefreshCw} />
              Check Status
            </Button>
          )}
          {hasMoved && (
            <Button variant="secondary" onClick={() => setHasReceiptOpen(true)}>
              <Icon of={ReceiptText} />
              View Receipt
            </Button>
          )}
          {canBeSent(orderStatus) && (
            <Button variant="secondary" onClick={onSend}>
              Send it now
            </Button>
          )}
          {orderStatus === 'CANCELED' && (
            <Button variant="secondary" onClick={onTryAgain}>
              Try again
            </Button>
          )}
          <Button className="push" onClick={onNewWithdrawal}>
            New Withdrawal
          </Button>
        </div>
      </section>
      <aside>
        <BalanceCard
          label="New balance"
          amountShillings={withdrawal.walletBalance}
          note={
            orderStatus === 'PENDING' ? `${formatKes(withdrawal.amount)} is set aside for M-PESA` : undefined
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
