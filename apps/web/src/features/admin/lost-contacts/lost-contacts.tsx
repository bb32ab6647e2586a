import type { AdminUser } from '@zawadi/contract/admin-users';
import {
  lostContactEvidence,
  lostContactFact,
  lostContactFactWords,
  replaceLostContacts,
  type LostContactCase,
  type LostContactFact,
} from '@zawadi/contract/lost-contacts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { PhoneField, TextField } from '../../../ui/field.tsx';
import { exactTimeText } from '../../../ui/time-text.ts';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { fullNameOf } from '../users/user-words.ts';

const EMPTY = { phoneNumber: '', registeredName: '', note: '' };
type Typed = typeof EMPTY;

type LostContactsProps = { user: AdminUser; onClose: () => void };

/** Asks for evidence that an owner lost phone and email, and requests a new phone number for the account. */
export function LostContacts(props: LostContactsProps) {
  return props.user.registeredName === undefined ? <NoName {...props} /> : <Evidence {...props} />;
}

/** Shown instead of the form: there is no name from M-PESA to compare with the name of the new number. */
function NoName({ user, onClose }: LostContactsProps) {
  return (
    <Dialog
      isOpen
      title={`${fullNameOf(user)} gets no new number here`}
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <p className="muted">
        M-PESA has not named the owner of this account yet, because nothing was ever paid out to its phone.
        There is no name to compare with that of another number.
      </p>
    </Dialog>
  );
}

function Evidence({ user, onClose }: LostContactsProps) {
  const { userId } = user;
  const queries = useQueryClient();
  const [typed, setTyped] = useState(EMPTY);
  const [facts, setFacts] = useState<LostContactFact[]>([]);
  const [isChecked, setChecked] = useState(false);
  const read = lostContactEvidence.safeParse({ ...typed, facts });
  const problemOf = (field: keyof Typed | 'facts') =>
    isChecked ? read.error?.issues.find(({ path }) => path[0] === field)?.message : undefined;
  const field = (name: keyof Typed) => ({
    autoComplete: 'off',
    value: typed[name],
    error: problemOf(name),
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [name]: target.value }),
  });
  return (
    <ConfirmDialog
      title={`Has ${fullNameOf(user)} lost phone and email?`}
      action="Request new number"
      busyLabel="Requesting..."
      variant="danger"
      check={() => {
        setChecked(true);
        return read.success;
      }}
      confirm={() =>
        call(replaceLostContacts, { params: { userId }, body: lostContactEvidence.parse(read.data) })
      }
      onDone={({ action }) => {
        toastOutcome(action, 'The wallet is frozen for 72 hours');
        onClose();
        void queries.invalidateQueries({ queryKey: adminQueryKeys.approvals });
        void queries.invalidateQueries({ queryKey: adminQueryKeys.adminUsers });
      }}
      onClose={onClose}
    >
      <p className="muted">
        A second administrator decides. Then the wallet is frozen for 72 hours, and the old phone and email
        get a link to stop this. After that the account has the new number, which sets a new password by SMS.
      </p>
      <PhoneField label="New phone number" {...field('phoneNumber')} />
      <TextField
        label="M-PESA’s name of that number"
        help="As M-PESA shows it before money is sent. It must be the name of the account’s pay-outs."
        {...field('registeredName')}
      />
      <fieldset className="field">
        <legend className="label">What the caller knew of the last 90 days</legend>
        {lostContactFact.options.map((fact) => (
          <Checkbox
            key={fact}
            label={lostContactFactWords[fact]}
            checked={facts.includes(fact)}
            error={fact === 'receipt' ? problemOf('facts') : undefined}
            onChange={({ target }) =>
              setFacts(target.checked ? [...facts, fact] : facts.filter((one) => one !== fact))
            }
          />
        ))}
      </fieldset>
      <TextField label="What was asked and answered" maxLength={200} {...field('note')} />
    </ConfirmDialog>
  );
}

const ENDED = {
  replaced: 'The new number is the account’s.',
  'not-me': 'The owner ended it with “this was not me”.',
  'number-taken': 'It ended: another account has proven the number.',
  'contact-changed': 'It ended: the owner changed a contact.',
} as const;

export function LostContactsState({ of: { state, phone, startedAt, effectiveAt } }: { of: LostContactCase }) {
  return (
    <Alert tone={state === 'frozen' ? 'warn' : undefined}>
      <b className="strong">Lost phone and email,</b> new number {phone}, since{' '}
      {exactTimeText(new Date(startedAt))}.{' '}
      {state === 'frozen'
        ? `The wallet is frozen until ${exactTimeText(new Date(effectiveAt))}; the old contacts can end it.`
        : ENDED[state]}
    </Alert>
  );
}
