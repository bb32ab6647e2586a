import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import { ResultMark } from '../../../ui/result-mark.tsx';
import { unbroken } from '../../../i18n/unbroken.tsx';
import { withdrawalResult } from './withdrawal-progress.ts';

/** The mark and the words of a withdrawal, as M-PESA and our books know it now. */
export function WithdrawalWords({ withdrawal }: { withdrawal: WithdrawalState }) {
  const { mark, title, sentence } = withdrawalResult(withdrawal);
  return (
    <>
      <ResultMark of={mark} />
      <div className="stack-2" aria-live="polite">
        <h2 className="text-xl text-balance">{unbroken(title)}</h2>
        <p className="muted mx-auto max-w-[32ch] text-balance">{sentence}</p>
      </div>
    </>
  );
}
