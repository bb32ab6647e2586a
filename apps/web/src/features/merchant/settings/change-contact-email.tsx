import { changeContactEmail, generateContactEmailOtp } from '@zawadi/contract/merchants-settings';
import { useState } from 'react';
import { CallRefused } from '../../../api/call.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useContractForm } from '../../forms/use-contract-form.ts';
import { useSavedSettings } from './use-settings.ts';
import { RichText } from '../../../i18n/rich-text.tsx';
import { say } from '../../../i18n/say.ts';

type ChangeContactEmailProps = { current: string; onClose: () => void };

/** Asks for the owner's password, then for a code that is sent only to the new email address. */
export function ChangeContactEmail({ current, onClose }: ChangeContactEmailProps) {
  const [sentTo, setSentTo] = useState<string>();
  return sentTo === undefined ? (
    <AskForCode current={current} onSent={setSentTo} onClose={onClose} />
  ) : (
    <EnterCode sentTo={sentTo} onClose={onClose} />
  );
}

type AskForCodeProps = ChangeContactEmailProps & { onSent: (email: string) => void };

function AskForCode({ current, onSent, onClose }: AskForCodeProps) {
  // Unknown until the server answers that a second factor is on.
  const [needsCode, setNeedsCode] = useState(false);
  const { register, submit, isBusy, problemOf } = useContractForm(generateContactEmailOtp, {
    schema: generateContactEmailOtp.body,
    defaultValues: { contactEmail: '', password: '' },
    onSaved: (_answer, { contactEmail }) => {
      toast.success(say('Code sent to the new address'));
      onSent(contactEmail);
    },
    onRefused: (error) => {
      const asksForCode = !needsCode && error instanceof CallRefused && error.code === 'otp_required';
      if (asksForCode) setNeedsCode(true);
      return asksForCode;
    },
    codes: { password_wrong: 'password', verification_code_invalid: 'otp' },
    fallback: say('The code could not be sent.'),
  });
  return (
    <FormDialog
      title={say('Change email')}
      action={say('Send code')}
      busyLabel={say('Sending...')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        <RichText
          text="We email a code to the new address. Until you enter it, <b>{email}</b> stays."
          email={current}
        />
      </p>
      <TextField
        label={say('New email')}
        type="email"
        autoComplete="email"
        error={problemOf('contactEmail')}
        {...register('contactEmail')}
      />
      <PasswordField label={say('Your password')} error={problemOf('password')} {...register('password')} />
      {needsCode && (
        <TextField
          label={say('Authentication code')}
          help={say('From your authenticator app, or a recovery code')}
          autoComplete="one-time-code"
          spellCheck={false}
          error={problemOf('otp')}
          {...register('otp')}
        />
      )}
    </FormDialog>
  );
}

function EnterCode({ sentTo, onClose }: { sentTo: string; onClose: () => void }) {
  const keepSaved = useSavedSettings();
  const { register, submit, isBusy, problemOf } = useContractForm(changeContactEmail, {
    schema: changeContactEmail.body,
    defaultValues: { otp: '' },
    onSaved: (saved) => {
      onClose();
      void keepSaved(saved, say('Email address changed'));
    },
    codes: { verification_code_invalid: 'otp' },
    fallback: say('The email address could not be changed.'),
  });
  return (
    <FormDialog
      title={say('Enter the code')}
      action={say('Change email')}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <p className="muted">
        <RichText text="It was sent to <b>{email}</b>." email={sentTo} />
      </p>
      <CodeField label={say('Verification code')} error={problemOf('otp')} {...register('otp')} />
    </FormDialog>
  );
}
