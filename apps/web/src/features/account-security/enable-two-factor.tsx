import { zodResolver } from '@hookform/resolvers/zod';
import { enableTwoFactor } from '@zawadi/contract/account';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { showRefusal } from '../forms/show-refusal.ts';
import { useAccount } from './account.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { AuthenticatorSecret } from './authenticator-secret.tsx';

const FORM_ID = 'two-factor-form';

type EnableTwoFactorProps = { secret: string; otpauthUrl: string; onClose: () => void };

/** Takes the secret to an authenticator app, a code of it back, and hands the recovery codes out. */
export function EnableTwoFactor({ secret, otpauthUrl, onClose }: EnableTwoFactorProps) {
  const { calls, reload } = useAccount();
  const [codes, setCodes] = useState<readonly string[]>();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(enableTwoFactor.body),
    defaultValues: { otp: '' },
  });
  const submit = handleSubmit(async (body) => {
    try {
      const { recoveryCodes } = await calls.enableTwoFactor(body);
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
