import type { ActionOutcome } from '@zawadi/contract/approvals';
import type { PlannedAction } from '@zawadi/contract/approvals-preview';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import type { ConfirmDialogProps } from '../../forms/confirm-dialog.tsx';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { useRefreshMoney } from './refresh-money.ts';

type ConfirmMoneyDialogProps = Omit<
  ConfirmDialogProps<void>,
  'variant' | 'confirm' | 'onDone' | 'onFailed'
> & {
  isDangerous?: boolean;
  /**
   * Set for an action that may need a second administrator. The dialog then shows whether it does, and the action's
   * effect now.
   */
  planned?: PlannedAction | undefined;
  /** Sends the request; the outcome tells whether it waits for a second administrator. */
  send: (reason: string) => Promise<ActionOutcome | void>;
  /** Toast shown after the action was executed. */
  said: { title: string; description?: string };
};

/** Confirms an action on money. Then shows whether it was executed or waits for a second administrator. */
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
        toastOutcome(answer ?? { outcome: 'done' }, said.title, said.description);
        await refresh();
      }}
      onFailed={() => void refresh()}
    >
      {dialog.children}
      <EffectOfAction action={planned} />
    </ConfirmDialog>
  );
}
