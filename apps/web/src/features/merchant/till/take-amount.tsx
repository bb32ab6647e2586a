import { formatKes } from '@zawadi/contract/money';
import { useEffect, useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { MoneyField } from '../../../ui/money-field.tsx';
import { SumList } from '../../../ui/sum-list.tsx';
import { amountToTake, quickAmountsOf } from './till-amount.ts';
import type { Till } from './use-till.ts';

/** All or a part. The button says the amount, so pressing it is the confirmation. */
export function TakeAmount({ till, balance }: { till: Till; balance: number }) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
  }, []);
  const read = amountToTake(till.typedAmount, balance);
  const amount = 'amount' in read ? read.amount : undefined;
  return (
    <>
      <MoneyField
        ref={field}
        className="till-take"
        label="Take"
        value={till.typedAmount}
        onChange={(event) => till.changeAmount(event.target.value)}
        error={till.amountProblem}
        chips={quickAmountsOf(balance)}
        chosen={amount}
        onChoose={(chosen) => till.changeAmount(chosen.toLocaleString('en-KE'))}
        aria-required
      />
      <SumList rows={[{ label: 'Stays on the voucher', value: formatKes(balance - (amount ?? 0)) }]} />
      <Button
        type="submit"
        wide
        className="till-button"
        isBusy={till.redeeming.now.state === 'asking'}
        busyLabel="Redeeming..."
      >
        {amount === undefined ? 'Redeem' : `Redeem ${formatKes(amount)}`}
      </Button>
    </>
  );
}
