import { formatKes } from '@zawadi/contract/money';
import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import { formatMsisdn } from '@zawadi/contract/text';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { feeLabel } from '../amount.ts';
import { Facts } from '../../../ui/facts.tsx';
import { orderStatusWord } from '../order-status.ts';
import { withdrawalTransactionId } from './withdrawal-progress.ts';

type WithdrawalFactsProps = { withdrawal: WithdrawalState; feeBasisPoints: number };

/** What a withdrawal consists of, for the result and for its receipt. */
export function WithdrawalFacts({ withdrawal, feeBasisPoints }: WithdrawalFactsProps) {
  return (
    <Facts
      facts={[
        {
          label: say('Transaction ID'),
          value: <span className="code">{withdrawalTransactionId(withdrawal)}</span>,
        },
        { label: say('Status'), value: <StatusBadge status={orderStatusWord(withdrawal.orderStatus)} /> },
        { label: say('To'), value: formatMsisdn(withdrawal.msisdn) },
        { label: say('From your wallet'), value: formatKes(withdrawal.amount) },
        { label: feeLabel(feeBasisPoints), value: formatKes(withdrawal.fee) },
        { label: say('You receive'), value: formatKes(withdrawal.paidOut) },
        { label: say('New balance'), value: formatKes(withdrawal.walletBalance) },
      ]}
    />
  );
}
