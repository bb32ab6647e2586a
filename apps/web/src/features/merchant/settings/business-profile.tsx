import { formatMsisdn } from '@zawadi/contract/text';
import type { MerchantSettings } from '@zawadi/contract/merchants-settings';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useMerchant } from '../../session/session.tsx';

// Dialogs are fetched when they are opened: the page is heavy as it is.
const ChangeContactEmail = lazy(async () => ({
  default: (await import('./change-contact-email.tsx')).ChangeContactEmail,
}));
const EditContact = lazy(async () => ({ default: (await import('./edit-contact.tsx')).EditContact }));

type BusinessProfileProps = { profile: MerchantSettings['profile']; isOwner: boolean };

/** Who the business is, and whom we reach for it. */
export function BusinessProfile({ profile, isOwner }: BusinessProfileProps) {
  const { merchantCode } = useMerchant();
  const [open, setOpen] = useState<'contact' | 'email'>();
  const close = () => setOpen(undefined);
  return (
    <Sheet
      title="Business profile"
      isPadded
      action={
        <Button variant="secondary" small onClick={() => setOpen('contact')}>
          Edit contact
        </Button>
      }
    >
      <dl className="facts">
        <Fact label="Business name" value={profile.businessName} />
        <Fact label="Merchant code" value={merchantCode} />
        <Fact label="Contact person" value={profile.contactName} />
        <Fact label="Phone number" value={formatMsisdn(profile.contactPhoneNumber)} />
        <Fact label="Email" value={profile.contactEmail} />
      </dl>
      {isOwner && (
        <div className="settings-note">
          <Button variant="secondary" small onClick={() => setOpen('email')}>
            Change email
          </Button>
        </div>
      )}
      <p className="tiny muted settings-note">
        {isOwner ? 'Password resets and notices go to the email. ' : 'Only the owner changes the email. '}
        To change the business name, write to our support.
      </p>
      <Suspense>
        {open === 'contact' && <EditContact profile={profile} onClose={close} />}
        {open === 'email' && <ChangeContactEmail current={profile.contactEmail} onClose={close} />}
      </Suspense>
    </Sheet>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
