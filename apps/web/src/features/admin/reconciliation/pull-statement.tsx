import { pullStatement } from '@zawadi/contract/reconciliation';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useCompared } from './use-compared.ts';

const HOURS = [
  { value: '24', label: 'The last 24 hours' },
  { value: '48', label: 'The last 48 hours' },
] as const;

/** Reads what customers paid in from M-PESA itself. */
export function PullStatement({ onClose }: { onClose: () => void }) {
  const [hours, setHours] = useState<string>('48');
  const showCompared = useCompared();
  return (
    <ConfirmDialog
      title="Pull the list of payments from M-PESA?"
      action="Pull and compare"
      busyLabel="Comparing..."
      confirm={async () => showCompared(await call(pullStatement, { body: { hours: Number(hours) } }))}
      onClose={onClose}
    >
      <p className="muted">
        It has what customers paid in and nothing else, and reaches 48 hours back. No money moves.
      </p>
      <SelectField
        label="Period"
        options={HOURS}
        value={hours}
        onChange={({ target }) => setHours(target.value)}
      />
    </ConfirmDialog>
  );
}
