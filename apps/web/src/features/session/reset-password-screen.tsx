import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { resetPassword } from '@zawadi/contract/auth';
import { useForm } from 'react-hook-form';
import { call, sentenceOf } from '../../api/call.ts';
import { showAtFields } from '../../api/field-problems.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { TextField } from '../../ui/field.tsx';
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
      toast.success('Password reset successful', 'You can now log in with your new password');
      await navigate({ to: login });
    } catch (error) {
      if (showAtFields(error, setError, FIELDS)) return;
      toast.error(sentenceOf(error, 'Failed to reset password. Please try again.'));
    }
  });
  return (
    <Door
      title="Reset Password"
      intro={email === '' ? 'Enter the code from our email.' : `Enter the code we sent to ${email}.`}
    >
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {email === '' ? (
          <TextField
            label="Email"
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
          label="Verification code"
          help="6 digits"
          error={errors.otp?.message}
          {...register('otp')}
        />
        <PasswordField
          label="New password"
          autoComplete="new-password"
          help="At least 8 characters"
          error={errors.password?.message}
          {...register('password')}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          error={errors.confirmPassword?.message}
          {...register('confirmPassword')}
        />
        <Button type="submit" wide isBusy={isSubmitting} busyLabel="Resetting...">
          Reset Password
        </Button>
      </form>
      <p className="small centred">
        No code?{' '}
        <Link to="/forgot-password" search={login === '/login' ? {} : { login }}>
          Send a new one
        </Link>
      </p>
    </Door>
  );
}
