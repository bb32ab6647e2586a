import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { resetPassword } from '@zawadi/contract/auth';
import { useForm } from 'react-hook-form';
import { call, sentenceOf } from '../../api/call.ts';
import { showAtFields } from '../../api/field-problems.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Door } from './door.tsx';
import { newPasswordForm } from './new-password.ts';
import type { NewPassword } from './new-password.ts';

const FIELDS = { email: 'email', otp: 'otp', password: 'password' } as const;

export function ResetPasswordScreen() {
  const navigate = useNavigate();
  const { email, login = '/login' } = useSearch({ from: '/reset-password' });
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(newPasswordForm),
    defaultValues: { email, otp: '', password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (typed: NewPassword) => {
    try {
      // Parsing leaves the second password behind.
      await call(resetPassword, { body: resetPassword.body.parse(typed) });
      toast.success(say('Password reset successful'), say('You can now log in with your new password'));
      await navigate({ to: login });
    } catch (error) {
      if (showAtFields(error, setError, FIELDS)) return;
      toast.error(sentenceOf(error, say('Failed to reset password. Please try again.')));
    }
  });
  return (
    <Door
      title={say('Reset Password')}
      intro={
        email === ''
          ? say('Enter the code from our email.')
          : say('Enter the code we sent to {email}.', { email })
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {email === '' ? (
          <TextField
            label={say('Email')}
            type="email"
            autoComplete="username"
            error={errors.email?.message}
            {...register('email')}
          />
        ) : (
          // Password managers store the new password under this name.
          <input type="hidden" autoComplete="username" {...register('email')} />
        )}
        <CodeField
          label={say('Verification code')}
          help={say('6 digits')}
          error={errors.otp?.message}
          {...register('otp')}
        />
        <NewPasswordField
          label={say('New password')}
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordField
          label={say('Confirm password')}
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <Button type="submit" wide isBusy={isSubmitting} busyLabel={say('Resetting...')}>
          {say('Reset Password')}
        </Button>
      </form>
      <p className="small centred">
        <RichText
          text="No code? <link>Send a new one</link>"
          link={<Link to="/forgot-password" search={login === '/login' ? {} : { login }} />}
        />
      </p>
    </Door>
  );
}
