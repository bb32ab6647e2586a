import type { PlannedAction } from '@zawadi/contract/approvals-preview';
import { newRecipient, voidVoucher } from '@zawadi/contract/voucher-actions';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import type { TransactionDetail } from '../transactions/describe-transaction.ts';

type VoidDialogProps = { voucher: NonNullable<TransactionDetail['voucher']>; onClose: () => void };

const OF_BUYERS = [
  {
    value: 'replacement',
    label: 'A new voucher',
    help: 'The recipient gets the same value with a new code and link.',
  },
  {
    value: 'correction',
    label: 'Another person',
    help: 'For a gift sent to the wrong person. Two administrators decide.',
  },
  {
    value: 'refund',
    label: 'Back to the buyer',
    help: 'By M-PESA when nothing is spent, else to the buyer’s wallet.',
  },
] as const;
type Choice = (typeof OF_BUYERS)[number]['value'];

const NOBODY = { fullName: '', phone: '', email: '' };
type Typed = typeof NOBODY;

/** Voids a voucher, and shows who receives its remaining value, which is never lost. */
export function VoidDialog({ voucher, onClose }: VoidDialogProps) {
  const { voucherId, recipientName, balance, issuedBy } = voucher;
  const [bought, setBought] = useState<Choice>('replacement');
  const [typed, setTyped] = useState(NOBODY);
  const [isChecked, setChecked] = useState(false);
  const choice = issuedBy === undefined ? bought : 'merchant';
  const valueGoesTo = choice === 'correction' ? 'replacement' : choice;
  const read = newRecipient.safeParse({
    ...typed,
    email: typed.email.trim() === '' ? undefined : typed.email,
  });
  const recipient = choice === 'correction' ? read.data : undefined;
  const isWaitingForName = choice === 'correction' && recipient === undefined;
  const planned: PlannedAction =
    valueGoesTo === 'refund'
      ? { kind: 'refund', voucherId }
      : { kind: 'void', voucherId, valueGoesTo, recipient };
  return (
    <ConfirmMoneyDialog
      title={`Void ${recipientName}’s voucher of ${formatKes(balance)}?`}
      action="Void voucher"
      busyLabel="Voiding..."
      isDangerous
      planned={isWaitingForName ? undefined : planned}
      check={() => {
        setChecked(true);
        return !isWaitingForName;
      }}
      send={async (reason) => call(voidVoucher, { body: { voucherId, valueGoesTo, recipient, reason } })}
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
      {choice === 'correction' && (
        <RecipientFields
          typed={typed}
          onChange={setTyped}
          problemOf={(field) =>
            isChecked ? read.error?.issues.find(({ path }) => path[0] === field)?.message : undefined
          }
        />
      )}
    </ConfirmMoneyDialog>
  );
}

function RecipientFields({
  typed,
  onChange,
  problemOf,
}: {
  typed: Typed;
  onChange: (typed: Typed) => void;
  problemOf: (field: keyof Typed) => string | undefined;
}) {
  const field = (name: keyof Typed) => ({
    autoComplete: 'off',
    value: typed[name],
    error: problemOf(name),
    onChange: ({ target }: { target: { value: string } }) => onChange({ ...typed, [name]: target.value }),
  });
  return (
    <>
      <TextField label="Recipient’s full name" {...field('fullName')} />
      <PhoneField label="Recipient’s phone" {...field('phone')} />
      <TextField label="Recipient’s email" isOptional type="email" {...field('email')} />
    </>
  );
}

const SAID = {
  replacement: { title: 'Voucher replaced', description: 'The new code is on its way to the recipient.' },
  refund: { title: 'Voucher voided', description: 'Its value goes back to the buyer.' },
  merchant: { title: 'Voucher voided', description: 'Its value is back with the shop.' },
} as const;
