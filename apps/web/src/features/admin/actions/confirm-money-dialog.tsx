import type { ActionOutcome } from '@zawadi/contract/approvals';
import type { PlannedAction } from '@zawadi/contract/approvals-preview';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import type { ConfirmDialogProps } from '../../forms/confirm-dialog.tsx';
import { WhatHappens } from '../approvals/what-happens.tsx';
import { sayOutcome } from '../say-outcome.ts';
import { useRefreshMoney } from './refresh-money.ts';

type ConfirmMoneyDialogProps = Omit<
  ConfirmDialogProps<void>,
  'variant' | 'confirm' | 'onDone' | 'onFailed'
> & {
  isDangerous?: boolean;
  /** What is about to be done, where it may need a second administrator: the dialog says so, with what it would do now. */
  planned?: PlannedAction | undefined;
  /** Sends it; what waits for a second administrator says so in its answer. */
  send: (reason: string) => Promise<ActionOutcome | void>;
  /** Said when it is done. */
  said: { title: string; description?: string };
};

/** Asks before something is done to money, and says whether it is done or waits for a second administrator. */
export function ConfirmMoneyDialog({
  isDangerous = false,
  reason = 'required',
  planned,
  send,
  said,
  ...dialog
}: ConfirmMoneyDialogProps) {
  const refresh = useRefreshMoney();
  return (
    <ConfirmDialog
      {...dialog}
      reason={reason}
      variant={isDangerous ? 'danger' : 'primary'}
      confirm={async (typed) => {
        const answer = await send(typed);
        dialog.onClose();
        sayOutcome(answer ?? { outcome: 'done' }, said.title, said.description);
        await refresh();
      }}
      onFailed={() => void refresh()}
    >
      {dialog.children}
      <WhatHappens action={planned} />
    </ConfirmDialog>
  );
}
