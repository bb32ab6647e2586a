import { formatMsisdn } from '@zawadi/contract/text';
import { say } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useUser } from '../../session/session.tsx';
import { ConsumerSecurity } from './consumer-security.tsx';
import { Appearance } from './appearance.tsx';
import { GiveUpChange } from './give-up-change.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { NotificationSwitches } from './notification-switches.tsx';
import { PersonalInformation } from './personal-information.tsx';
import { VerifyEmail } from './verify-email.tsx';
import { VerifyPhone } from './verify-phone.tsx';
import { YourData } from './your-data.tsx';

export function ProfileScreen() {
  const { status } = useUser();
  return (
    <>
      <PageTitle
        title={say('Profile')}
        aside={<StatusBadge status={status === 'ACTIVE' ? 'Active' : 'Frozen'} />}
      />
      <div className="cols even">
        <div className="stack-5">
          <ToVerify isChange={false} />
          <PersonalInformation />
          <ToVerify isChange />
          <NotificationSwitches />
          <LanguageChoice />
          <Appearance />
        </div>
        <div className="stack-5">
          <ConsumerSecurity />
          <YourData />
        </div>
      </div>
    </>
  );
}

/** What sign-up left to verify is the next step and comes first; a change is verified below where it was typed. */
function ToVerify({ isChange }: { isChange: boolean }) {
  const { pendingPhone, pendingEmail } = useUser();
  return (
    <>
      {(pendingPhone !== null) === isChange && <PhoneToVerify />}
      {(pendingEmail !== null) === isChange && <EmailToVerify />}
    </>
  );
}

function PhoneToVerify() {
  const { phoneNumber, phoneVerified, pendingPhone } = useUser();
  if (phoneVerified && pendingPhone === null) return null;
  if (phoneNumber === '') return <NoPhone />;
  return (
    <VerifyPhone key={pendingPhone} phoneNumber={pendingPhone ?? phoneNumber}>
      {pendingPhone !== null && <GiveUpChange of={{ pendingPhone: null }} keep={formatMsisdn(phoneNumber)} />}
    </VerifyPhone>
  );
}

/** An account that a stranger had begun belongs to the owner of its address, without the stranger's number. */
function NoPhone() {
  return (
    <Sheet title={say('Verify your phone')} isPadded>
      <p className="small muted">
        {say('Your account has no phone number yet. Add yours with Edit Profile, then verify it here.')}
      </p>
    </Sheet>
  );
}

function EmailToVerify() {
  const { email, emailVerified, pendingEmail } = useUser();
  if (emailVerified && pendingEmail === null) return null;
  return (
    <VerifyEmail email={pendingEmail ?? email}>
      {pendingEmail !== null && <GiveUpChange of={{ pendingEmail: null }} keep={email} />}
    </VerifyEmail>
  );
}
