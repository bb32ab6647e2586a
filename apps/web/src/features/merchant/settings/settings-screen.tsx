import { useQuery, useQueryClient } from '@tanstack/react-query';
import { merchantMe } from '@zawadi/contract/merchants-account';
import type { MerchantSettings } from '@zawadi/contract/merchants-settings';
import { lazy, Suspense, useState } from 'react';
import type { ReactNode } from 'react';
import { formatMsisdn } from '@zawadi/contract/text';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ListSkeleton } from '../../../ui/skeleton-shapes.tsx';
import { call } from '../../../api/call.ts';
import { queryKeys } from '../../../api/query-keys.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../loading/load-failure.tsx';
import { useMerchant } from '../../session/session.tsx';
import { AccountSecurity } from '../../account-security/account-security.tsx';
import { PlacesSheet } from '../places/places-sheet.tsx';
import { Branding } from './branding.tsx';
import { PayoutChannel } from './payout-channel.tsx';
import { SettlementScheduleSheet } from './settlement-schedule-sheet.tsx';
import { Staff } from './members.tsx';
import { useSettings } from './use-settings.ts';
import './settings.css';
import { say } from '../../../i18n/say.ts';

type BusinessProfileProps = { profile: MerchantSettings['profile']; isOwner: boolean };

// Dialogs load when they open, because the settings page is large already.
const ChangeContactEmail = lazy(async () => ({
  default: (await import('./change-contact-email.tsx')).ChangeContactEmail,
}));
const EditContact = lazy(async () => ({ default: (await import('./edit-contact.tsx')).EditContact }));

/** Settings of the business, and security settings of the signed-in person. */
export function SettingsScreen() {
  const { staffRole, isOfOnePlace } = useMerchant();
  if (staffRole === 'cashier' || isOfOnePlace) {
    return (
      <>
        <PageTitle title={say('Settings')} />
        <div className="stack-5 settings-narrow">
          {isOfOnePlace && <PlacesSheet />}
          <MerchantSecurity />
        </div>
      </>
    );
  }
  return (
    <>
      <PageTitle title={say('Settings')} />
      <BusinessSettings isOwner={staffRole === 'owner'} />
    </>
  );
}

// React key of the security settings: a dialog opened while the other settings load stays open.
const SECURITY = 'security';

function BusinessSettings({ isOwner }: { isOwner: boolean }) {
  const settings = useSettings();
  if (settings.data === undefined) {
    return (
      <div className="cols even">
        <Sheet>
          {settings.isPending && <ListSkeleton rows={6} />}
          {settings.isError && (
            <LoadFailure title={say('Failed to load your settings')} of={settings}>
              {say('Nothing was changed.')}
            </LoadFailure>
          )}
        </Sheet>
        <div className="stack-5">
          <MerchantSecurity key={SECURITY} />
        </div>
      </div>
    );
  }
  const { data } = settings;
  return (
    <div className="cols even">
      <div className="stack-5">
        <BusinessProfile profile={data.profile} isOwner={isOwner} />
        <PlacesSheet />
        <Branding branding={data.brandingConfig} businessName={data.profile.businessName} />
      </div>
      <div className="stack-5">
        <PayoutChannel settings={data} isOwner={isOwner} />
        <SettlementScheduleSheet schedule={data.settlementSchedule} />
        {isOwner && <Staff />}
        <MerchantSecurity key={SECURITY} />
      </div>
    </div>
  );
}

/** Password, second factor, passkeys and devices of the signed-in owner, manager or cashier. */
function MerchantSecurity() {
  const queries = useQueryClient();
  const member = useQuery({
    queryKey: queryKeys.merchantMember,
    queryFn: ({ signal }) => call(merchantMe, { signal }),
  });
  if (member.data === undefined) {
    return (
      <Sheet title={say('Account Security')}>
        {member.isPending && <ListSkeleton rows={2} />}
        {member.isError && <LoadFailure title={say('Failed to load your account')} of={member} />}
      </Sheet>
    );
  }
  return (
    <AccountSecurity
      signInName={member.data.signInCode}
      twoFactorEnabled={member.data.twoFactorEnabled}
      reload={() => queries.invalidateQueries({ queryKey: queryKeys.merchantMember })}
      staysWhenSignedOut={say('Your balance and your API key stay as they are.')}
    />
  );
}

/** Details of the business and of its contact person. */
function BusinessProfile({ profile, isOwner }: BusinessProfileProps) {
  const { merchantCode } = useMerchant();
  const [open, setOpen] = useState<'contact' | 'email'>();
  const close = () => setOpen(undefined);
  return (
    <Sheet
      title={say('Business profile')}
      isPadded
      action={
        <Button variant="secondary" small onClick={() => setOpen('contact')}>
          {say('Edit contact')}
        </Button>
      }
    >
      <dl className="facts">
        <Fact label={say('Business name')} value={profile.businessName} />
        <Fact label={say('Merchant code')} value={<span className="nowrap">{merchantCode}</span>} />
        <Fact label={say('Contact person')} value={profile.contactName} />
        <Fact label={say('Phone number')} value={formatMsisdn(profile.contactPhoneNumber)} />
        <Fact label={say('Email')} value={profile.contactEmail} />
      </dl>
      {isOwner && (
        <div className="settings-note">
          <Button variant="secondary" small onClick={() => setOpen('email')}>
            {say('Change email')}
          </Button>
        </div>
      )}
      <p className="tiny muted settings-note">
        {isOwner
          ? say('Password resets and notices go to the email.')
          : say('Only the owner can change the email.')}{' '}
        {say('To change the business name, write to our support.')}
      </p>
      <Suspense>
        {open === 'contact' && <EditContact profile={profile} onClose={close} />}
        {open === 'email' && <ChangeContactEmail current={profile.contactEmail} onClose={close} />}
      </Suspense>
    </Sheet>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
