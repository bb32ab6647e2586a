import { formatMsisdn } from '@zawadi/contract/text';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useUser } from '../../session/session.tsx';
import { EditProfile } from './edit-profile.tsx';
import { Picture } from './picture.tsx';

const EDIT_BUTTON = 'edit-profile';

/** Who the person is, to read and to edit. */
export function PersonalInformation() {
  const [isEditing, setEditing] = useState(false);
  useFocusBack(isEditing);
  return (
    <Sheet
      title={say('Personal Information')}
      isPadded
      action={
        !isEditing && (
          <Button id={EDIT_BUTTON} variant="secondary" small onClick={() => setEditing(true)}>
            {say('Edit Profile')}
          </Button>
        )
      }
    >
      <Picture />
      {isEditing ? <EditProfile onDone={() => setEditing(false)} /> : <SavedFacts />}
    </Sheet>
  );
}

function SavedFacts() {
  const { firstName, lastName, nameVerified, ...user } = useUser();
  const nameNote = nameVerified ? (
    <StatusBadge status="Verified" />
  ) : (
    <span className="tiny muted">{say('Verified when M-PESA pays you under this name')}</span>
  );
  return (
    <dl className="facts">
      <Fact label={say('First name')} value={firstName}>
        {nameNote}
      </Fact>
      <Fact label={say('Last name')} value={lastName}>
        {nameNote}
      </Fact>
      <Fact label={say('Email')} value={user.email}>
        <StatusBadge status={user.emailVerified ? 'Verified' : 'Not verified'} />
        <Waiting value={user.pendingEmail} />
      </Fact>
      <Fact
        label={say('Phone number')}
        value={user.phoneNumber === '' ? '—' : formatMsisdn(user.phoneNumber)}
      >
        <StatusBadge status={user.phoneVerified ? 'Verified' : 'Not verified'} />
        <Waiting value={user.pendingPhone && formatMsisdn(user.pendingPhone)} />
      </Fact>
    </dl>
  );
}

function Fact({ label, value, children }: { label: string; value: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="fact-verified">
        {value}
        {children}
      </dd>
    </div>
  );
}

/** A new contact that nobody has proven yet. */
function Waiting({ value }: { value: string | null }) {
  if (value === null) return null;
  return (
    <>
      {value}
      <StatusBadge status="Pending" />
    </>
  );
}

// The pressed button is gone while the form is open, and the keyboard would start again at the top of the page.
function useFocusBack(isEditing: boolean): void {
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) document.getElementById(EDIT_BUTTON)?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
}
