import { formatKes } from '@zawadi/contract/money';
import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import { say } from '../../../i18n/say.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { withdrawalTransactionId } from './withdrawal-progress.ts';

/**
 * Formats the amount that leaves the wallet and the amount that reaches the phone. No amount reaches the phone if the
 * withdrawal is canceled, unless M-PESA paid it later.
 */
export function withdrawalAmounts(
  { orderStatus, amount, fee, paidOut, paidLate }: WithdrawalState,
  feeWords: string,
): { label: string; value: string }[] {
  if (paidLate !== undefined)
    return [
      { label: say('From your wallet'), value: formatKes(paidLate.fromWallet) },
      { label: say('You receive'), value: formatKes(paidLate.amount) },
    ];
  const fromWallet = { label: say('From your wallet'), value: formatKes(amount) };
  if (orderStatus === 'CANCELED')
    return [fromWallet, { label: say('Back in your wallet'), value: formatKes(amount) }];
  return [
    fromWallet,
    { label: feeWords, value: formatKes(fee) },
    { label: say('You receive'), value: formatKes(paidOut) },
  ];
}

const SHORT = 8;

/** Shows M-PESA's transaction code, or the start of our own long id. Copying and printing use the full id. */
export function WithdrawalId({ withdrawal }: { withdrawal: WithdrawalState }) {
  const whole = withdrawalTransactionId(withdrawal);
  const { transactionCode, paidLate } = withdrawal;
  if ((transactionCode ?? paidLate) !== undefined) return <span className="code">{whole}</span>;
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-3">
      <span className="code" title={whole}>
        {whole.slice(0, SHORT)}
        <span className="hidden print:inline">{whole.slice(SHORT)}</span>
      </span>
      <CopyButton small text={whole} label={say('Copy: {label}', { label: say('Transaction ID') })}>
        {say('Copy')}
      </CopyButton>
    </span>
  );
}
