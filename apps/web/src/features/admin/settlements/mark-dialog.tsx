import { useState } from 'react';
import { TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';

type Mark = { outcome: 'paid'; reference: string } | { outcome: 'not_paid'; reason: string };

type MarkDialogProps = {
  /** The question about one batch, or about all open batches of a bank file. */
  title: string;
  /** The bank's reference to begin with. */
  reference?: string;
  send: (mark: Mark) => Promise<void>;
  onClose: () => void;
};

const OUTCOMES = [
  { value: 'paid', label: 'It was paid' },
  { value: 'not_paid', label: 'It was not paid', help: 'The money comes back into the batch.' },
] as const satisfies readonly { value: Mark['outcome']; label: string; help?: string }[];

const NO_REFERENCE = 'Please enter the reference of the payment';

/** Records the outcome of a pay-out that has no result. Another administrator must confirm it. */
export function MarkDialog({ title, reference: first = '', send, onClose }: MarkDialogProps) {
  const [outcome, setOutcome] = useState<Mark['outcome']>('paid');
  const [reference, setReference] = useState(first.slice(0, 40));
  const [problem, setProblem] = useState<string>();
  const isPaid = outcome === 'paid';
  return (
    <ConfirmMoneyDialog
      title={title}
      action={isPaid ? 'Mark as paid' : 'Mark as not paid'}
      reason={isPaid ? 'none' : 'required'}
      check={() => {
        const isShort = isPaid && reference.trim().length < 4;
        setProblem(isShort ? NO_REFERENCE : undefined);
        return !isShort;
      }}
      send={async (reason) => send(isPaid ? { outcome, reference } : { outcome, reason })}
      said={{ title: 'Marked', description: 'A second administrator must confirm it.' }}
      onClose={onClose}
    >
      <p className="muted">Check the statement first. Another administrator must confirm.</p>
      <RadioList label="Outcome" options={OUTCOMES} value={outcome} onChange={setOutcome} />
      {isPaid && (
        <TextField
          label="Reference"
          help="The bank’s reference, or M-PESA’s receipt"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          value={reference}
          error={problem}
          onChange={({ target }) => setReference(target.value)}
        />
      )}
    </ConfirmMoneyDialog>
  );
}
