import { useQuery } from '@tanstack/react-query';
import { listAdministrators } from '@zawadi/contract/administrators';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useAdministrator } from '../../session/session.tsx';
import { SettingsTabs } from '../settings-tabs.tsx';
import { WaitingApprovals } from '../approvals/waits-for-approval.tsx';
import { AddAdministrator } from './add-administrator.tsx';
import { AdministratorRow } from './administrator-row.tsx';

/** Everybody who works for the operator. An administrator adds and changes them; everybody else sees them. */
export function StaffScreen() {
  const { staffRole } = useAdministrator();
  const [isAdding, setAdding] = useState(false);
  const isAdministrator = staffRole === 'administrator';
  const list = useQuery({
    queryKey: queryKeys.administrators,
    queryFn: ({ signal }) => call(listAdministrators, { signal }),
  });
  return (
    <>
      <PageTitle
        title="Staff"
        aside={
          isAdministrator && (
            <Button variant="secondary" small onClick={() => setAdding(true)}>
              <Icon of={UserPlus} />
              Add staff
            </Button>
          )
        }
      >
        Who may do what here.{' '}
        {list.data?.isTwoFactorRequired && 'Everybody needs two-factor authentication before they can work.'}
      </PageTitle>
      <SettingsTabs />
      <WaitingApprovals kind="staff-add" />
      <WaitingApprovals kind="staff-role" />
      <Sheet>
        {list.isPending && <ListSkeleton rows={4} />}
        {list.isError && list.data === undefined && (
          <LoadFailure title="Failed to load the staff" of={list} />
        )}
        {list.data !== undefined && (
          <ul className="moves">
            {list.data.staff.map((member) => (
              <AdministratorRow
                key={member.staffId}
                member={member}
                isTwoFactorRequired={list.data.isTwoFactorRequired}
                canBeManaged={isAdministrator && !member.isSelf}
              />
            ))}
          </ul>
        )}
      </Sheet>
      {isAdding && <AddAdministrator onClose={() => setAdding(false)} />}
    </>
  );
}
