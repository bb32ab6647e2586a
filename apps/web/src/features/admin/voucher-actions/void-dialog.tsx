import type { PlannedAction } from '@zawadi/contract/approvals-preview';
import { newRecipient, voidVoucher } from '@zawadi/contract/voucher-actions';
import { formatKes } from '@zawadi/contract/money';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import { RadioList } from '../../../ui/radio-list.tsx';
import { ConfirmMoneyDialog } from '../actions/confirm-money-dialog.tsx';
import type { TransactionDetail } from '../transactions/describe-transaction.ts';

type VoidDialogProps = { voucher: NonNullable<TransactionDetail['voucher']>; onClose: () => void };

/** @param contact the recipient's masked phone or email, which gets the new code */
const optionsFor = (contact: string) =>
  [
    {
      value: 'replacement',
      label: 'A new voucher',
      help: `The same value with a new code and link, sent to ${contact} again.`,
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
type Choice = ReturnType<typeof optionsFor>[number]['value'];

const NOBODY = { fullName: '', phone: '', email: '' };
type Typed = typeof NOBODY;

/** Voids a voucher, and shows who receives its remaining value, which is never lost. */
export function VoidDialog({ voucher, onClose }: VoidDialogProps) {
  const { voucherId, recipientName, recipientPhone, recipientEmail, balance, issuedBy } = voucher;
  // No choice is made in advance: the contact may be the wrong one.
  const [bought, setBought] = useState<Choice>();
  const [typed, setTyped] = useState(NOBODY);
  const [isChecked, setChecked] = useState(false);
  const choice = issuedBy === undefined ? bought : 'merchant';
  const read = newRecipient.safeParse({
    ...typed,
    email: typed.email.trim() === '' ? undefined : typed.email,
  });
  const recipient = choice === 'correction' ? read.data : undefined;
  const decided = decidedOf(choice, recipient);
  return (
    <ConfirmMoneyDialog
      title={`Void ${recipientName}’s voucher of ${formatKes(balance)}?`}
      action="Void voucher"
      busyLabel="Voiding..."
      isDangerous
      planned={decided && plannedOf(voucherId, decided)}
      check={() => {
        setChecked(true);
        return decided !== undefined;
      }}
      send={async (reason) => {
        if (decided === undefined) throw new Error('no destination is chosen');
        return call(voidVoucher, { body: { voucherId, ...decided, reason } });
      }}
      said={SAID[decided?.valueGoesTo ?? 'refund']}
      onClose={onClose}
    >
      <p className="muted">
        Code and link stop working at once.{' '}
        {issuedBy !== undefined && `Its value goes back to ${issuedBy}, who made it.`}
      </p>
      {issuedBy === undefined && (
        <RadioList
          label="Its value goes to"
          options={optionsFor(recipientPhone ?? recipientEmail ?? recipientName)}
          value={bought}
          error={isChecked && choice === undefined ? 'Please choose where the value goes' : undefined}
          onChange={setBought}
        />
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

type Recipient = z.output<typeof newRecipient>;
type Decided = { valueGoesTo: keyof typeof SAID; recipient: Recipient | undefined };

/** Returns undefined until a destination is chosen, with a complete recipient if another person gets the voucher. */
function decidedOf(
  choice: Choice | 'merchant' | undefined,
  recipient: Recipient | undefined,
): Decided | undefined {
  if (choice === undefined || (choice === 'correction' && recipient === undefined)) return undefined;
  return { valueGoesTo: choice === 'correction' ? 'replacement' : choice, recipient };
}

function plannedOf(voucherId: string, { valueGoesTo, recipient }: Decided): PlannedAction {
  if (valueGoesTo === 'refund') return { kind: 'refund', voucherId };
  return { kind: 'void', voucherId, valueGoesTo, recipient };
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
