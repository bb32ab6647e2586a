import type { ReactNode } from 'react';
import type { ButtonLook } from '../../ui/button.tsx';
import { DeedDialog } from './deed-dialog.tsx';

type ReasonDialogProps<Answer> = {
  /** The question, with the name in it. */
  title: string;
  action: string;
  busyLabel?: string;
  variant?: ButtonLook['variant'];
  /** What will happen to money and people. */
  children: ReactNode;
  act: (reason: string) => Promise<Answer>;
  onDone: (answer: Answer) => void;
  onClose: () => void;
};

/** Asks before an action whose answer the screen goes on with. */
export function ReasonDialog<Answer>({ act, onDone, ...dialog }: ReasonDialogProps<Answer>) {
  return <DeedDialog {...dialog} carryOut={async (reason) => onDone(await act(reason))} />;
}
