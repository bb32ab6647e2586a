import { zodResolver } from '@hookform/resolvers/zod';
import { enableTwoFactor } from '@zawadi/contract/account-security';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { qrPath } from '../../ui/ticket-qr.tsx';
import { toast } from '../../ui/toast.tsx';
import { showRefusal } from '../forms/show-refusal.ts';
import { useAccount } from './account.ts';
import { RecoveryCodes } from './recovery-codes.tsx';

const FORM_ID = 'two-factor-form';

type EnableTwoFactorProps = { secret: string; otpauthUrl: string; onClose: () => void };

/** Takes the secret to an authenticator app, a code of it back, and hands the recovery codes out. */
export function EnableTwoFactor({ secret, otpauthUrl, onClose }: EnableTwoFactorProps) {
  const { reload } = useAccount();
  const [codes, setCodes] = useState<readonly string[]>();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(enableTwoFactor.body),
    defaultValues: { otp: '' },
  });
  const submit = handleSubmit(async (body) => {
    try {
      const { recoveryCodes } = await call(enableTwoFactor, { body });
      setCodes(recoveryCodes);
      await reload();
      toast.success(say('Two-factor authentication is on'));
    } catch (error) {
      showRefusal(error, {
        fields: { otp: 'otp' },
        codes: { verification_code_invalid: 'otp' },
        setError,
        fallback: say('Something went wrong'),
      });
    }
  });
  if (codes !== undefined) return <RecoveryCodes codes={codes} onClose={onClose} />;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={say('Two-Factor Authentication')}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {say('Cancel')}
          </Button>
          <Button
            type="submit"
            form={FORM_ID}
            isBusy={formState.isSubmitting}
            busyLabel={say('Verifying...')}
          >
            {say('Enable')}
          </Button>
        </>
      }
    >
      <p className="muted">
        {say('Scan this with an authenticator app, such as Google Authenticator or Aegis.')}
      </p>
      <AuthenticatorSecret secret={secret} otpauthUrl={otpauthUrl} />
      <form id={FORM_ID} noValidate onSubmit={(event) => void submit(event)}>
        <CodeField
          label={say('Code from the app')}
          help={say('6 digits')}
          error={formState.errors.otp?.message}
          {...register('otp')}
        />
      </form>
    </Dialog>
  );
}

/** The secret of an authenticator app, to scan and to type. Dark on white in both themes, as scanners expect. */
function AuthenticatorSecret({ secret, otpauthUrl }: { secret: string; otpauthUrl: string }) {
  const { size, path } = qrPath(otpauthUrl);
  return (
    <>
      <div className="ticket-qr authenticator-qr">
        <svg
          viewBox={`0 0 ${size} ${size}`}
          shapeRendering="crispEdges"
          role="img"
          aria-label={say('QR code for your authenticator app')}
        >
          <path fill="#1d1a12" d={path} />
        </svg>
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
