import { formatMsisdn } from '@zawadi/contract/text';
import { resendEmailVerification } from '@zawadi/contract/users';
import { useState, type ReactNode } from 'react';
import { say, type Phrase } from '../../../i18n/say.ts';
import { StatusBadge } from '../../../ui/badge.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Button } from '../../../ui/button.tsx';
import { useTheme, type Theme } from '../../../ui/theme.ts';
import { call, sentenceOf } from '../../../api/call.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { toast } from '../../../ui/toast.tsx';
import { useSession, useUser } from '../../session/session.tsx';
import { AccountSecurity } from '../../account-security/account-security.tsx';
import { LanguageChoice } from './language-choice.tsx';
import { NotificationSwitches } from './notification-switches.tsx';
import { PersonalInformation } from './personal-information.tsx';
import { WalletFreeze } from '../wallet-freeze/wallet-freeze.tsx';
import { VerifyPhone } from './verify-phone.tsx';
import { YourData } from './your-data.tsx';
import type { ProfileChanges } from './profile-form.ts';
import { useSaving } from './use-saving.ts';
import './profile.css';

const CHOICES = [
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['system', 'Same as device'],
] as const satisfies readonly (readonly [Theme, Phrase])[];

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
          <WalletFreeze />
          <ConsumerSecurity />
          <YourData />
        </div>
      </div>
    </>
  );
}

/**
 * After the sign-up, verifying contacts is the next step, so this sheet is at the top. A changed contact is verified
 * below its field instead.
 */
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

/**
 * For an account without a phone number: a stranger signed up with this email, and the email's owner then took the
 * account over without the stranger's number.
 */
function NoPhone() {
  return (
    <Sheet title={say('Verify your phone')} isPadded>
      <p className="small muted">
        {say('Your account has no phone number yet. Add yours with Edit Profile, then verify it here.')}
      </p>
    </Sheet>
  );
}

/** For an account without an email: it was created with a gift, and its owner signs in with the phone number. */
function NoEmail() {
  return (
    <Sheet title={say('Add your email')} isPadded>
      <p className="small muted">
        {say(
          'With an email you get receipts and a second way back into your account. Add yours with Edit Profile.',
        )}
      </p>
    </Sheet>
  );
}

function EmailToVerify() {
  const { email, emailVerified, pendingEmail } = useUser();
  if (emailVerified && pendingEmail === null) return null;
  if (email === '') return <NoEmail />;
  return (
    <VerifyEmail email={pendingEmail ?? email}>
      {pendingEmail !== null && <GiveUpChange of={{ pendingEmail: null }} keep={email} />}
    </VerifyEmail>
  );
}

/** A consumer's password, second factor, passkeys and devices. */
function ConsumerSecurity() {
  const { email, phoneNumber, twoFactorEnabled } = useUser();
  const { reload } = useSession();
  return (
    <AccountSecurity
      signInName={email || phoneNumber}
      twoFactorEnabled={twoFactorEnabled}
      reload={reload}
      staysWhenSignedOut={say('Your money and gifts stay as they are.')}
    />
  );
}

/** Button that discards the unverified email or phone number and keeps the verified one. */
function GiveUpChange({ of, keep }: { of: ProfileChanges; keep: string }) {
  const { save, saving } = useSaving();
  return (
    <Button
      variant="quiet"
      className="give-up-change"
      isBusy={saving !== undefined}
      busyLabel={say('Saving...')}
      onClick={() => save(of)}
    >
      {say('Keep {contact}', { contact: keep })}
    </Button>
  );
}

/** Light, dark, or the device's setting. Stored on this device only. */
function Appearance() {
  const { theme, choose } = useTheme();
  return (
    <Sheet title={say('Appearance')} isPadded>
      <div className="chips" role="group" aria-label={say('Appearance')}>
        {CHOICES.map(([value, label]) => (
          <button
            key={value}
            type="button"
            className="chip"
            aria-pressed={theme === value}
            onClick={() => choose(value)}
          >
            {say(label)}
          </button>
        ))}
      </div>
    </Sheet>
  );
}

/** Sends the verification link again by email. `children` are further buttons. */
function VerifyEmail({ email, children }: { email: string; children?: ReactNode }) {
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await call(resendEmailVerification, { body: {} });
      toast.success(say('Verification email sent'), say('Open the link in it on any device'));
    } catch (error) {
      toast.error(sentenceOf(error));
    } finally {
      setSending(false);
    }
  };
  return (
    <Sheet title={say('Verify your email')} isPadded>
      <div className="stack">
        <p className="small muted">
          <RichText
            text="We sent a link to {email}. Opening it verifies your address."
            email={<b className="strong">{email}</b>}
          />
        </p>
        <div className="actions">
          <Button
            variant="secondary"
            isBusy={isSending}
            busyLabel={say('Sending...')}
            onClick={() => void send()}
          >
            {say('Resend Email')}
          </Button>
          {children}
        </div>
      </div>
    </Sheet>
  );
}
