import { useQuery } from '@tanstack/react-query';
import { addAdministrator, listAdministrators } from '@zawadi/contract/administrators';
import { UserPlus } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { adminQueryKeys } from '../../../api/admin-query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { TextField } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useAdministrator } from '../../session/session.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { SettingsTabs } from '../settings/settings-tabs.tsx';
import { WaitingApprovals } from '../approvals/waits-for-approval.tsx';
import { EffectOfAction } from '../approvals/what-happens.tsx';
import { toastOutcome } from '../say-outcome.ts';
import { AdministratorRow } from './administrator-row.tsx';
import { ROLE_OPTIONS } from './role-words.ts';

/** Lists every administrator. All roles see the list; only the role administrator can add or change accounts. */
export function AdministratorsScreen() {
  const { staffRole } = useAdministrator();
  const [isAdding, setAdding] = useState(false);
  const isAdministrator = staffRole === 'administrator';
  const list = useQuery({
    queryKey: adminQueryKeys.administrators,
    queryFn: ({ signal }) => call(listAdministrators, { signal }),
  });
  return (
    <>
      <PageTitle
        title="Administrators"
        aside={
          isAdministrator && (
            <Button variant="secondary" small onClick={() => setAdding(true)}>
              <Icon of={UserPlus} />
              Add administrator
            </Button>
          )
        }
      >
        {list.data?.isTwoFactorRequired ? 'Everyone needs two-factor authentication.' : undefined}
      </PageTitle>
      <SettingsTabs />
      <WaitingApprovals kind="administrator-add" />
      <WaitingApprovals kind="administrator-role" />
      <WaitingApprovals kind="administrator-disable" />
      <WaitingApprovals kind="administrator-factor" />
      <Sheet>
        {list.isPending && <ListSkeleton rows={4} />}
        {list.isError && list.data === undefined && (
          <LoadFailure title="Failed to load administrators" of={list} />
        )}
        {list.data !== undefined && (
          <ul className="moves">
            {list.data.administrators.map((account) => (
              <AdministratorRow
                key={account.administratorId}
                account={account}
                isTwoFactorRequired={list.data.isTwoFactorRequired}
                canBeManaged={isAdministrator && !account.isSelf}
              />
            ))}
          </ul>
        )}
      </Sheet>
      {isAdding && <AddAdministrator onClose={() => setAdding(false)} />}
    </>
  );
}

/** Adds an administrator; the server mails the temporary password. */
function AddAdministrator({ onClose }: { onClose: () => void }) {
  const { register, control, submit, isBusy, problemOf } = useContractForm(addAdministrator, {
    schema: addAdministrator.body,
    defaultValues: { name: '', email: '', staffRole: 'read-only' },
    onSaved: ({ action }, { email }) => {
      toastOutcome(action, 'Administrator added', `Temporary password sent by email to ${email}.`);
      onClose();
    },
    refresh: [adminQueryKeys.administrators, adminQueryKeys.approvals],
    codes: { administrator_known: 'email' },
    fallback: 'The account could not be added.',
  });
  const role = useWatch({ control, name: 'staffRole' });
  return (
    <FormDialog
      title="Add administrator"
      action="Add administrator"
      busyLabel="Adding..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">We email them a temporary password.</p>
      <TextField label="Name" autoComplete="off" error={problemOf('name')} {...register('name')} />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        error={problemOf('email')}
        {...register('email')}
      />
      <SelectField label="Role" options={ROLE_OPTIONS} {...register('staffRole')} />
      <EffectOfAction action={{ kind: 'administrator-add', staffRole: role }} />
      <TextField
        label="Reason"
        autoComplete="off"
        isOptional
        maxLength={200}
        error={problemOf('reason')}
        {...register('reason', { setValueAs: (typed: string) => typed || undefined })}
      />
    </FormDialog>
  );
}
