import { ArrowRight } from 'lucide-react';
import { say } from '../../../i18n/say.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { BalanceCard } from '../balance-card.tsx';
import { withdrawalSum } from './withdrawal-form.ts';
import { WithdrawalSum } from './withdrawal-sum.tsx';

type WithdrawalOfferProps = {
  typedAmount: string;
  balance: number;
  feeBasisPoints: number;
  formId: string;
  isBusy: boolean;
};

const NO_SUM = { gross: 0, fee: 0, paidOut: 0 };

/** What leaves the wallet and what arrives, before anybody confirms. */
export function WithdrawalOffer({
  typedAmount,
  balance,
  feeBasisPoints,
  formId,
  isBusy,
}: WithdrawalOfferProps) {
  return (
    <aside className="stack sticky">
      <BalanceCard label={say('Available balance')} amountShillings={balance} className="only-wide" />
      <div className="sheet pad stack">
        <WithdrawalSum
          {...(withdrawalSum(typedAmount, feeBasisPoints) ?? NO_SUM)}
          feeBasisPoints={feeBasisPoints}
        />
        <Button type="submit" form={formId} wide isBusy={isBusy} busyLabel={say('Registering...')}>
          {say('Continue')}
          <Icon of={ArrowRight} />
        </Button>
      </div>
    </aside>
  );
}
