import { formatKes } from '@zawadi/contract/money';
import { say } from '../../../i18n/say.ts';
import { SumList } from '../../../ui/sum-list.tsx';
import { feeLabel, minusKes } from '../amount.ts';

type WithdrawalSumProps = {
  /** Whole shillings; undefined if the amount cannot be withdrawn. */
  sum: { gross: number; fee: number; net: number } | undefined;
  feeBasisPoints: number;
};

/** Shows the amount that leaves the wallet, the fee, and the amount that arrives. */
export function WithdrawalSum({ sum, feeBasisPoints }: WithdrawalSumProps) {
  return (
    <SumList
      rows={[
        { label: say('From your wallet'), value: sum === undefined ? '—' : formatKes(sum.gross) },
        { label: feeLabel(feeBasisPoints), value: sum === undefined ? '—' : minusKes(sum.fee) },
        { label: say('You receive'), value: sum === undefined ? '—' : formatKes(sum.net), isTotal: true },
      ]}
    />
  );
}
