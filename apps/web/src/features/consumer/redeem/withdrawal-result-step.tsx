import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { say } from '../../../i18n/say.ts';
import { Stepper } from '../../../ui/stepper.tsx';
import { BalanceCard } from '../balance-card.tsx';
import { ResultActions, type ResultActionsProps } from './result-actions.tsx';
import { WITHDRAWAL_STEPS } from './steps.ts';
import { WithdrawalFacts } from './withdrawal-facts.tsx';
import { WithdrawalReceipt } from './withdrawal-receipt.tsx';
import { WithdrawalWords } from './withdrawal-words.tsx';

type WithdrawalResultStepProps = Omit<ResultActionsProps, 'onReceipt'> & { feeBasisPoints: number };

/** Step 3: the true state of the withdrawal, and the balance as the server counts it. */
export function WithdrawalResultStep(props: WithdrawalResultStepProps) {
  const { withdrawal, feeBasisPoints } = props;
  const [hasReceiptOpen, setHasReceiptOpen] = useState(false);
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
