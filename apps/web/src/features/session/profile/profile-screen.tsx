import { formatMsisdn } from '@zawadi/contract/text';
import { say } from '../../../i18n/say.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { StatusBadge } from '../../../ui/badge.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { useUser } from '../session.tsx';
import { Appearance } from './appearance.tsx';
import { VerifyEmail } from './verify-email.tsx';
import { VerifyPhone } from './verify-phone.tsx';

export function ProfileScreen() {
  const user = useUser();
  const fullName = `${user.firstName} ${user.lastName}`;
  return (
    <>
      <PageTitle
        title={say('Profile')}
        aside={<StatusBadge status={user.status === 'ACTIVE' ? 'Active' : 'Frozen'} />}
      />
      <div className="cols even">
        <Sheet isPadded>
          <div className="profile-head">
            <Avatar name={fullName} />
            <h2>{fullName}</h2>
          </div>
          <dl className="facts">
            <Fact label={say('Email')} value={user.email} isVerified={user.emailVerified} />
            <Fact
              label={say('Phone number')}
              value={formatMsisdn(user.phoneNumber)}
              isVerified={user.phoneVerified}
            />
          </dl>
        </Sheet>
        <div className="stack-5">
          {!user.phoneVerified && <VerifyPhone phoneNumber={user.phoneNumber} />}
          {!user.emailVerified && <VerifyEmail email={user.email} />}
          <Appearance />
        </div>
      </div>
    </>
  );
}

function Fact({ label, value, isVerified }: { label: string; value: string; isVerified: boolean }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className="fact-verified">
        {value}
        <StatusBadge status={isVerified ? 'Verified' : 'Not verified'} />
      </dd>
    </div>
  );
}
