import { proposeSettlementOutcome, type AdminSettlement } from '@zawadi/contract/settlements-admin';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';

type Outcome = 'paid' | 'not_paid';

const OUTCOMES = [
  { value: 'paid', label: 'It was paid', help: 'The statement of the bank or of M-PESA shows it.' },
  { value: 'not_paid', label: 'It was not paid', help: 'The money comes back into the batch.' },
] as const satisfies readonly { value: Outcome; label: string; help: string }[];

const NO_REFERENCE = 'Please enter the reference of the payment';

type MarkDialogProps = { settlement: AdminSettlement; onClose: () => void };

/** Says what became of a pay-out that nobody tells us about; another administrator has to confirm it. */
export function MarkDialog({ settlement, onClose }: MarkDialogProps) {
  const { batchId, businessName, netAmount } = settlement;
  const [outcome, setOutcome] = useState<Outcome>('paid');
  const [reference, setReference] = useState('');
  const [problem, setProblem] = useState<string>();
  const isPaid = outcome === 'paid';
  return (
    <ConfirmMoneyDialog
      title={`What became of the ${formatKes(netAmount)} for ${businessName}?`}
      action={isPaid ? 'Mark as paid' : 'Mark as not paid'}
      reason={isPaid ? 'none' : 'required'}
      check={() => {
        const isShort = isPaid && reference.trim().length < 4;
        setProblem(isShort ? NO_REFERENCE : undefined);
        return !isShort;
      }}
      send={async (reason) => {
        const body = isPaid ? { batchId, outcome, reference } : { batchId, outcome, reason };
        await call(proposeSettlementOutcome, { body });
      }}
      said={{ title: 'Marked', description: 'A second administrator has to confirm it.' }}
      onClose={onClose}
    >
      <p className="muted">
        Look it up in the statement first. Nothing moves in the books before another administrator confirms
        what you say.
      </p>
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
