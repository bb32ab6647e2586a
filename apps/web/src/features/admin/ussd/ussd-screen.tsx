import { Link } from '@tanstack/react-router';
import type { CallAnswer } from '@zawadi/contract/endpoint';
import { formatMsisdn } from '@zawadi/contract/text';
import { listUssdSessions } from '@zawadi/contract/ussd-sessions';
import { useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { PhoneField } from '../../../ui/field.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { BackLink } from '../../lists/detail-screen.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { SessionList } from './session-list.tsx';

/** Finds the USSD sessions of any phone number, also of one without an account. */
export function UssdScreen() {
  const [found, setFound] = useState<CallAnswer<typeof listUssdSessions>>();
  const { register, submit, isBusy, problemOf } = useContractForm(listUssdSessions, {
    schema: listUssdSessions.body,
    defaultValues: { phoneNumber: '' },
    onSaved: setFound,
    elsewhere: 'root',
    fallback: 'The sessions could not be read.',
  });
  const problem = problemOf('root');
  return (
    <>
      <PageTitle title="USSD sessions" above={<BackLink to="/admin/users" label="Users" />}>
        Of any phone number, also without an account. The audit log records that you looked.
      </PageTitle>
      <Sheet title="Find a number" isPadded>
        <form className="stack-5" noValidate onSubmit={submit}>
          {problem !== undefined && (
            <Alert tone="danger" isLive>
              {problem}
            </Alert>
          )}
          <PhoneField
            label="Phone number"
            error={problemOf('phoneNumber')}
            autoComplete="off"
            {...register('phoneNumber')}
          />
          <div className="actions">
            <Button type="submit" isBusy={isBusy} busyLabel="Looking...">
              Show sessions
            </Button>
          </div>
        </form>
      </Sheet>
      {found !== undefined && (
        <Sheet
          title={`Sessions of ${formatMsisdn(found.phoneNumber)}`}
          action={
            found.userId !== undefined && (
              <Link to="/admin/users/$userId" params={{ userId: found.userId }}>
                Open the account
              </Link>
            )
          }
        >
          <SessionList of={found} />
        </Sheet>
      )}
    </>
  );
}
