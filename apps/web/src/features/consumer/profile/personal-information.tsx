import { formatMsisdn } from '@zawadi/contract/text';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { deletePicture, putPicture } from '@zawadi/contract/users-account';
import { say } from '../../../i18n/say.ts';
import { EmailText } from '../../../ui/email-text.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { call, sentenceOf } from '../../../api/call.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSession, useUser } from '../../session/session.tsx';
import { ChoosePicture } from '../../pictures/choose-picture.tsx';
import { EditProfile } from './edit-profile.tsx';
import './picture.css';

const EDIT_BUTTON = 'edit-profile';

/** The person's names and contacts, to read and to edit. */
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
      <Fact label={say('Email')} value={user.email === '' ? '—' : <EmailText email={user.email} />}>
        {user.email !== '' && <StatusBadge status={user.emailVerified ? 'Verified' : 'Not verified'} />}
        <Waiting value={user.pendingEmail && <EmailText email={user.pendingEmail} />} />
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

function Fact({ label, value, children }: { label: string; value: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="fact-verified">
        <span>{value}</span>
        {children}
      </dd>
    </div>
  );
}

/** The new email or phone number that is not verified yet. */
function Waiting({ value }: { value: ReactNode }) {
  if (value === null) return null;
  return (
    <>
      <span>{value}</span>
      <StatusBadge status="Pending" />
    </>
  );
}

// Returns the focus to the "edit" button after the form closes. Without it, keyboard users would start again at the top
// of the page.
function useFocusBack(isEditing: boolean): void {
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing) document.getElementById(EDIT_BUTTON)?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
}

/** The person's name and picture; the picture can be chosen, cropped and removed. */
function Picture() {
  const { firstName, lastName, pictureUrl } = useUser();
  const fullName = `${firstName} ${lastName}`;
  return (
    <div className="profile-head picture">
      <Avatar name={fullName} pictureUrl={pictureUrl} />
      <div className="stack-2">
        <h3>{fullName}</h3>
        <div className="picture-actions">
          <Choose isFirst={pictureUrl === null} />
          {pictureUrl !== null && <RemovePicture />}
        </div>
        <p className="tiny muted">{say('JPEG, PNG or WebP, at most 5 MB')}</p>
      </div>
    </div>
  );
}

function Choose({ isFirst }: { isFirst: boolean }) {
  const { reload } = useSession();
  return (
    <ChoosePicture
      label={isFirst ? say('Upload picture') : say('Change picture')}
      title={say('Your picture')}
      action={say('Save picture')}
      shape="round"
      save={async (square) => {
        await call(putPicture, { body: square });
        await reload();
        toast.success(say('Picture saved'));
      }}
    />
  );
}

function RemovePicture() {
  const { reload } = useSession();
  const removing = useMutation({
    mutationFn: async () => {
      await call(deletePicture);
      await reload();
    },
    onSuccess: () => toast.success(say('Picture removed')),
    onError: (error) => toast.error(sentenceOf(error)),
  });
  return (
    <Button
      variant="quiet"
      small
      isBusy={removing.isPending}
      busyLabel={say('Removing...')}
      onClick={() => removing.mutate()}
    >
      {say('Remove')}
    </Button>
  );
}
