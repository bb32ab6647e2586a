import { zodResolver } from '@hookform/resolvers/zod';
import { changeContactEmail, generateContactEmailOtp } from '@zawadi/contract/merchants-settings';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { call, CallRefused } from '../../../api/call.ts';
import { CodeField } from '../../../ui/code-field.tsx';
import { TextField } from '../../../ui/field.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { toast } from '../../../ui/toast.tsx';
import { showRefusal } from '../../forms/show-refusal.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useKeepSaved } from './use-settings.ts';

type ChangeContactEmailProps = { current: string; onClose: () => void };

/** The owner's password first, then a code that only the new address gets. */
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
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(generateContactEmailOtp.body),
    defaultValues: { contactEmail: '', password: '' },
  });
  // The server says whether a second factor is on.
  const [needsCode, setNeedsCode] = useState(false);
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      await call(generateContactEmailOtp, { body });
      toast.success('Code sent to the new address');
      onSent(body.contactEmail);
    } catch (error) {
      if (!needsCode && error instanceof CallRefused && error.code === 'otp_required') {
        setNeedsCode(true);
        return;
      }
      showRefusal(error, {
        fields: { contactEmail: 'contactEmail', password: 'password', otp: 'otp' },
        codes: { password_wrong: 'password', verification_code_invalid: 'otp' },
        setError,
        fallback: 'The code could not be sent.',
      });
    }
  });
  return (
    <FormDialog
      title="Change email"
      action="Send code"
      busyLabel="Sending..."
      isBusy={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <p className="muted">
        We mail a code to the new address. Until you enter it here, <b className="strong">{current}</b> stays.
      </p>
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        error={errors.contactEmail?.message}
        {...register('contactEmail')}
      />
      <PasswordField label="Your password" error={errors.password?.message} {...register('password')} />
      {needsCode && (
        <TextField
          label="Authentication code"
          help="From your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          spellCheck={false}
          error={errors.otp?.message}
          {...register('otp')}
        />
      )}
    </FormDialog>
  );
}

function EnterCode({ sentTo, onClose }: { sentTo: string; onClose: () => void }) {
  const keepSaved = useKeepSaved();
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(changeContactEmail.body),
    defaultValues: { otp: '' },
  });
  const submit = handleSubmit(async (body) => {
    try {
      const saved = await call(changeContactEmail, { body });
      onClose();
      await keepSaved(saved, 'Email address changed');
    } catch (error) {
      showRefusal(error, {
        fields: { otp: 'otp' },
        codes: { verification_code_invalid: 'otp' },
        setError,
        fallback: 'The email address could not be changed.',
      });
    }
  });
  return (
    <FormDialog
      title="Enter the code"
      action="Change email"
      isBusy={formState.isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <p className="muted">
        It was mailed to <b className="strong">{sentTo}</b>. The former address is told of the change.
      </p>
      <CodeField label="Verification code" error={formState.errors.otp?.message} {...register('otp')} />
    </FormDialog>
  );
}
