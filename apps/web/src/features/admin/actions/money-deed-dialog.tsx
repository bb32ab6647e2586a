import type { DeedOutcome } from '@zawadi/contract/approvals';
import type { ReactNode } from 'react';
import { DeedDialog } from '../deed-dialog.tsx';
import { sayOutcome } from '../say-outcome.ts';
import { useRefreshMoney } from './refresh-money.ts';

type MoneyDeedDialogProps = {
  /** The question, with the name in it. */
  title: string;
  /** The verb on the button. */
  action: string;
  busyLabel?: string;
  isDangerous?: boolean;
  /** What it does to money and people, and further fields. */
  children: ReactNode;
  /** False where the call takes no reason. */
  asksReason?: boolean;
  /** False while a field of the children is not whole, which then says so itself. */
  check?: () => boolean;
  /** Sends it; what waits for a second administrator says so in its answer. */
  send: (reason: string) => Promise<DeedOutcome | void>;
  /** Said when it is done. */
  said: { title: string; description?: string };
  onClose: () => void;
};

/** Asks before something is done to money, and says whether it is done or waits for a second administrator. */
export function MoneyDeedDialog({
  isDangerous = false,
  children,
  send,
  said,
  onClose,
  ...dialog
}: MoneyDeedDialogProps) {
  const refresh = useRefreshMoney();
  const carryOut = async (reason: string) => {
    const answer = await send(reason);
    onClose();
    sayOutcome(answer ?? { outcome: 'done' }, said.title, said.description);
    await refresh();
  };
  return (
    <DeedDialog
      {...dialog}
      variant={isDangerous ? 'danger' : 'primary'}
      carryOut={carryOut}
      onFailed={() => void refresh()}
      onClose={onClose}
    >
      {children}
    </DeedDialog>
  );
}
