import { formatKes } from '@zawadi/contract/money';
import { say } from '../../../i18n/say.ts';
import { SumList } from '../../../ui/sum-list.tsx';
import { feeLabel, minusKes } from '../amount.ts';

type WithdrawalSumProps = { gross: number; fee: number; net: number; feeBasisPoints: number };

/** From the wallet, the fee, what arrives; all in whole shillings. */
export function WithdrawalSum({ gross, fee, net, feeBasisPoints }: WithdrawalSumProps) {
  return (
    <SumList
      rows={[
        { label: say('From your wallet'), value: formatKes(gross) },
        { label: feeLabel(feeBasisPoints), value: minusKes(fee) },
        { label: say('You receive'), value: formatKes(net), isTotal: true },
      ]}
    />
  );
}
