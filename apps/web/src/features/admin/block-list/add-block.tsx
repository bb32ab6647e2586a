import { addBlock, type BlockKind } from '@zawadi/contract/block-list';
import { useState } from 'react';
import { Controller, useWatch } from 'react-hook-form';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { nairobiDay } from '../../../ui/calendar-text.ts';
import { DateField } from '../../../ui/date-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { toastOutcome } from '../say-outcome.ts';
import { KIND_WORDS } from './block-words.ts';

/** The thing to block, if the dialog opens on the page of its owner; a user's number is named by the user. */
export type BlockTarget = { kind: BlockKind; value: string } | { kind: 'number'; userId: string; of: string };

const KIND_OPTIONS = (['number', 'device', 'address'] as const).map((value) => ({
  value,
  label: KIND_WORDS[value],
}));

const VALUES = {
  number: { label: 'Phone number', help: undefined },
  device: {
    label: 'Device key',
    help: 'The page of a user shows it at each device, with a button to block it.',
  },
  address: {
    label: 'IP address or network',
    help: '41.90.64.7, or at most a network such as 41.90.0.0/16. IPv6 counts by /64. Everybody in it is refused.',
  },
} as const;

/** Asks a second administrator to block a phone number, device or network. */
export function AddBlock({
  target = { kind: 'number', value: '' },
  onClose,
}: {
  target?: BlockTarget;
  onClose: () => void;
}) {
  const [today] = useState(() => nairobiDay(new Date()));
  const { of: owner, ...asked } = { of: undefined, ...target };
  const { register, control, submit, isBusy, problemOf } = useContractForm(addBlock, {
    schema: addBlock.body,
    defaultValues: { ...asked, reason: '' },
    onSaved: ({ action }) => {
      toastOutcome(action, 'Blocked');
      onClose();
    },
    refresh: [adminQueryKeys.blockList, adminQueryKeys.approvals],
    codes: 'userId' in target ? {} : { already_blocked: 'value', blocks_yourself: 'value' },
    elsewhere: 'root',
    fallback: 'The request could not be made.',
  });
  const kind = useWatch({ control, name: 'kind' });
  const problem = problemOf('root');
  return (
    <FormDialog
      title="Add to the block list?"
      action="Ask for approval"
      busyLabel="Requesting..."
      variant="danger"
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        After a second administrator has approved: no sign-up, sign-in, purchase, claim or withdrawal.
        Payments on their way finish, and the person can still read the account. The person reads only that
        support can help.
      </p>
      {problem !== undefined && (
        <Alert tone="danger" isLive>
          {problem}
        </Alert>
      )}
      {owner === undefined ? (
        <>
          <SelectField label="Block" options={KIND_OPTIONS} {...register('kind')} />
          <TextField
            label={VALUES[kind].label}
            help={VALUES[kind].help}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            error={problemOf('value')}
            {...register('value')}
          />
        </>
      ) : (
        <p>
          The phone number of <b className="strong">{owner}</b>
        </p>
      )}
      <Controller
        control={control}
        name="lastDay"
        render={({ field: { value = '', onChange, onBlur, ref } }) => (
          <DateField
            label="Last day"
            isOptional
            help="Leave empty to block until it is removed."
            min={today}
            error={problemOf('lastDay')}
            value={value}
            onChange={(day) => onChange(day === '' ? undefined : day)}
            onBlur={onBlur}
            ref={ref}
          />
        )}
      />
      <TextField
        label="Reason"
        autoComplete="off"
        maxLength={200}
        error={problemOf('reason')}
        {...register('reason')}
      />
    </FormDialog>
  );
}
