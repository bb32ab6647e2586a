import type { WithdrawalState } from '@zawadi/contract/withdrawals';
import { say } from '../../../i18n/say.ts';
import { clockText } from '../../../ui/time-text.ts';
import { ResultMark } from '../../../ui/result-mark.tsx';
import { unbroken } from '../../../i18n/unbroken.tsx';
import type { StatusCheck } from './use-withdrawal.ts';
import { withdrawalResult } from './withdrawal-progress.ts';

/** Icon, title and sentence for the current state of a withdrawal. */
export function WithdrawalWords({ withdrawal }: { withdrawal: WithdrawalState }) {
  const { mark, title, sentence } = withdrawalResult(withdrawal);
  return (
    <>
      <ResultMark of={mark} />
      <div className="stack-2" aria-live="polite">
        <h2 className="text-xl text-balance" tabIndex={-1}>
          {unbroken(title)}
        </h2>
        <p className="muted mx-auto max-w-[32ch] text-balance">{sentence}</p>
      </div>
    </>
  );
}

/** Shows the result of *Check Status*, even if the state has not changed. */
export function CheckedStatus({ withdrawal, check }: { withdrawal: WithdrawalState; check: StatusCheck }) {
  const { title, sentence } = withdrawalResult(withdrawal);
  const { answer, isBusy } = check;
  // If the state changed after this answer, the answer is outdated.
  const isTrueYet = answer?.orderStatus === withdrawal.orderStatus && !isBusy;
  return (
    <p role="status" className="small muted num empty:hidden">
      {isTrueYet &&
        say('Checked at {time}: {status}', {
          time: clockText(new Date(answer.atMs)),
          status: `${title}. ${sentence}`,
        })}
    </p>
  );
}
