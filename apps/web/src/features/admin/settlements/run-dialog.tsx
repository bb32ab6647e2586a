import { runSettlements } from '@zawadi/contract/settlements-admin';
import type { CallInput } from '@zawadi/contract/endpoint';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useRefreshMoney } from '../actions/refresh-money.ts';
import { shopCode } from '../transactions/transaction-search.ts';

type UpTo = CallInput<typeof runSettlements>['body']['upTo'];

const UP_TO = [
  {
    value: 'midnight',
    label: 'Up to last midnight',
    help: 'As the schedule does it; today’s redemptions wait.',
  },
  { value: 'now', label: 'Up to now', help: 'Today’s redemptions too. Only with the M-PESA sandbox.' },
] as const satisfies readonly { value: UpTo; label: string; help: string }[];

/** Makes batches at once, whatever the schedules say, and pays those that need no approval. */
export function RunDialog({ onClose }: { onClose: () => void }) {
  const [typed, setTyped] = useState('');
  const [upTo, setUpTo] = useState<UpTo>('midnight');
  const [problem, setProblem] = useState<string>();
  const refresh = useRefreshMoney();
  const merchantCode = shopCode(typed);
  const carryOut = async () => {
    const { settlements } = await call(runSettlements, { body: { merchantCode, upTo } });
    onClose();
    toast.success(madeText(settlements.length), 'Those that need no approval are being paid.');
    await refresh();
  };
  return (
    <ConfirmDialog
      title={merchantCode === undefined ? 'Settle all merchants now?' : `Settle ${merchantCode} now?`}
      action="Settle now"
      busyLabel="Settling..."
      check={() => {
        const isWrong = typed.trim() !== '' && merchantCode === undefined;
        setProblem(isWrong ? 'Please enter a valid merchant code' : undefined);
        return !isWrong;
      }}
      confirm={carryOut}
      onClose={onClose}
    >
      <p className="muted">
        What merchants are owed moves into batches, and batches that need no approval are paid out at once.
      </p>
      <TextField
        label="Merchant code"
        isOptional
        placeholder="All merchants"
        maxLength={12}
        value={typed}
        error={problem}
        onChange={({ target }) => setTyped(target.value)}
      />
      <RadioList label="What was redeemed" options={UP_TO} value={upTo} onChange={setUpTo} />
    </ConfirmDialog>
  );
}

function madeText(count: number): string {
  if (count === 0) return 'Nothing is due';
  return count === 1 ? '1 batch made' : `${count.toLocaleString('en-KE')} batches made`;
}
