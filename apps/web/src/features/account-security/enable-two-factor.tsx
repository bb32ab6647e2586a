import { enableTwoFactor } from '@zawadi/contract/account-security';
import { useState } from 'react';
import { say } from '../../i18n/say.ts';
import { CodeField } from '../../ui/code-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { QrSymbol } from '../../ui/ticket-qr.tsx';
import { toast } from '../../ui/toast.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { useAccount } from './account.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

type EnableTwoFactorProps = { secret: string; otpauthUrl: string; onClose: () => void };

/** Enables the second factor: shows the secret, takes a code, shows the recovery codes. */
export function EnableTwoFactor({ secret, otpauthUrl, onClose }: EnableTwoFactorProps) {
  const { reload } = useAccount();
  const [codes, setCodes] = useState<readonly string[]>();
  const { register, submit, isBusy, problemOf } = useContractForm(enableTwoFactor, {
    schema: enableTwoFactor.body,
    defaultValues: { otp: '' },
    onSaved: async ({ recoveryCodes }) => {
      setCodes(recoveryCodes);
      await reload();
      toast.success(say('Two-factor authentication is on'));
    },
    codes: { verification_code_invalid: 'otp' },
  });
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      title={say('Two-Factor Authentication')}
      action={say('Enable')}
      busyLabel={say('Verifying...')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        {say('Scan this with an authenticator app, such as Google Authenticator or Aegis.')}
      </p>
      <AuthenticatorSecret secret={secret} otpauthUrl={otpauthUrl} />
      <CodeField
        label={say('Code from the app')}
        help={say('6 digits')}
        error={problemOf('otp')}
        {...register('otp')}
      />
    </FormDialog>
  );
}

/** Shows the authenticator secret as a QR code and as text. Dark on white in both themes, as scanners expect. */
function AuthenticatorSecret({ secret, otpauthUrl }: { secret: string; otpauthUrl: string }) {
  return (
    <>
      <div className="ticket-qr authenticator-qr">
        <QrSymbol content={otpauthUrl} label={say('QR code for your authenticator app')} />
      </div>
      <p className="small muted centred">{say('Or type this key into the app:')}</p>
      <p className="secret-key">
        <code>{secret.match(/.{1,4}/gu)?.join(' ')}</code>
        <CopyButton small text={secret}>
          {say('Copy')}
        </CopyButton>
      </p>
    </>
  );
}
