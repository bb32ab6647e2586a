import { voidVoucher } from '@zawadi/contract/voucher-actions';
import type { CallInput } from '@zawadi/contract/endpoint';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { RadioList } from '../../../ui/radio-list.tsx';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import type { TransactionDetail } from './describe-transaction.ts';

type Destination = CallInput<typeof voidVoucher>['body']['valueGoesTo'];
type VoidDialogProps = { voucher: NonNullable<TransactionDetail['voucher']>; onClose: () => void };

const OF_BUYERS = [
  {
    value: 'replacement',
    label: 'A new voucher',
    help: 'The recipient gets the same value with a new code and link.',
  },
  {
    value: 'refund',
    label: 'Back to the buyer',
    help: 'By M-PESA when nothing is spent, else to the buyer’s wallet.',
  },
] as const satisfies readonly { value: Destination; label: string; help: string }[];

/** Makes a voucher worthless, and says where its value goes: it never disappears. */
export function VoidDialog({ voucher, onClose }: VoidDialogProps) {
  const { voucherId, recipientName, balance, issuedBy } = voucher;
  const [bought, setBought] = useState<Destination>('replacement');
  const valueGoesTo = issuedBy === undefined ? bought : 'merchant';
  return (
    <ConfirmMoneyDialog
      title={`Void ${recipientName}’s voucher of ${formatKes(balance)}?`}
      action="Void voucher"
      busyLabel="Voiding..."
      isDangerous
      planned={
        valueGoesTo === 'refund' ? { kind: 'refund', voucherId } : { kind: 'void', voucherId, valueGoesTo }
      }
      send={async (reason) => call(voidVoucher, { body: { voucherId, valueGoesTo, reason } })}
      said={SAID[valueGoesTo]}
      onClose={onClose}
    >
      <p className="muted">
        Code and link stop working at once.{' '}
        {issuedBy !== undefined && `Its value goes back to ${issuedBy}, who made it.`}
      </p>
      {issuedBy === undefined && (
        <RadioList label="Its value goes to" options={OF_BUYERS} value={bought} onChange={setBought} />
      )}
    </ConfirmMoneyDialog>
  );
}

const SAID = {
  replacement: { title: 'Voucher replaced', description: 'The new code is on its way to the recipient.' },
  refund: { title: 'Voucher voided', description: 'Its value goes back to the buyer.' },
  merchant: { title: 'Voucher voided', description: 'Its value is back with the shop.' },
} as const satisfies Record<Destination, { title: string; description: string }>;
