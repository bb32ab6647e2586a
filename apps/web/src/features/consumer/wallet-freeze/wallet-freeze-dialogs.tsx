import { freezeWallet, openWallet, openWalletLater, sendOpeningCode } from '@zawadi/contract/wallet-freeze';
import { useEffect, useState } from 'react';
import { call, sentenceOf } from '../../../api/call.ts';
import { say } from '../../../i18n/say.ts';
import { Alert } from '../../../ui/alert.tsx';
import { CodeField } from '../../../ui/code-field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useSession } from '../../session/session.tsx';

type DialogProps = { onClose: () => void };

function useDone(sentence: string, onClose: () => void) {
  const { reload } = useSession();
  return async () => {
    await reload();
    toast.success(sentence);
    onClose();
  };
}

export function FreezeWallet({ onClose }: DialogProps) {
  const done = useDone(say('Your wallet is frozen'), onClose);
  return (
    <ConfirmDialog
      title={say('Freeze your wallet?')}
      action={say('Freeze my wallet')}
      busyLabel={say('Freezing...')}
      variant="danger"
      confirm={() => call(freezeWallet, { body: {} })}
      onDone={() => void done()}
      onClose={onClose}
    >
      <ul className="consequences">
        <li>{say('No money leaves your wallet, on any device.')}</li>
        <li>{say('Gifts to you still come in, and payments on their way are completed.')}</li>
        <li>
          {say(
            'You open it again with your password and a code to your second contact, or 24 hours after you ask.',
          )}
        </li>
      </ul>
    </ConfirmDialog>
  );
}

/** Cancels the planned end of a freeze. */
export function KeepFrozen({ onClose }: DialogProps) {
  const done = useDone(say('Your wallet stays frozen'), onClose);
  return (
    <ConfirmDialog
      title={say('Freeze your wallet?')}
      action={say('Keep it frozen')}
      busyLabel={say('Freezing...')}
      confirm={() => call(freezeWallet, { body: {} })}
      onDone={() => void done()}
      onClose={onClose}
    >
      {say('No money leaves your wallet, on any device.')}
    </ConfirmDialog>
  );
}

export function OpenLater({ onClose }: DialogProps) {
  const done = useDone(say('Your wallet opens in 24 hours'), onClose);
  return (
    <ConfirmDialog
      title={say('Open your wallet in 24 hours?')}
      action={say('Open in 24 hours')}
      busyLabel={say('Opening...')}
      confirm={() => call(openWalletLater, { body: {} })}
      onDone={() => void done()}
      onClose={onClose}
    >
      {say('We notify all your contacts and devices, with a link to stop it.')}
    </ConfirmDialog>
  );
}

/** Unfreezes the wallet with the password and a code. Opening the dialog sends the code to the second contact. */
export function OpenWallet({ onClose }: DialogProps) {
  const done = useDone(say('Your wallet is open'), onClose);
  const sending = useOpeningCode();
  const { register, submit, isBusy, problemOf } = useContractForm(openWallet, {
    schema: openWallet.body,
    defaultValues: { password: '', otp: '' },
    onSaved: done,
    codes: { password_wrong: 'password', password_reset_needed: 'password' },
  });
  return (
    <FormDialog
      title={say('Open your wallet?')}
      action={say('Open wallet')}
      busyLabel={say('Opening...')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      {sending.refusal === undefined ? (
        <p className="muted" role="status">
          {sending.sentTo === undefined
            ? say('Sending...')
            : say('We have sent a code to {contact}.', { contact: sending.sentTo })}
        </p>
      ) : (
        <Alert tone="warn" isLive>
          {sending.refusal}
        </Alert>
      )}
      <PasswordField label={say('Password')} error={problemOf('password')} {...register('password')} />
      <CodeField label={say('Verification code')} error={problemOf('otp')} {...register('otp')} />
    </FormDialog>
  );
}

function useOpeningCode(): { sentTo?: string; refusal?: string } {
  const [sending, setSending] = useState<{ sentTo?: string; refusal?: string }>({});
  useEffect(() => {
    call(sendOpeningCode, { body: {} }).then(setSending, (error: unknown) =>
      setSending({ refusal: sentenceOf(error) }),
    );
  }, []);
  return sending;
}
