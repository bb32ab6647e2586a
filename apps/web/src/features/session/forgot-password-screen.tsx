import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { generatePasswordOtp } from '@zawadi/contract/account-security-resets';
import { useForm } from 'react-hook-form';
import { sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Door } from './door.tsx';
import { mailResetCode } from './recovery.ts';
import { areaOfLogin } from './return-to-login.ts';

export function ForgotPasswordScreen() {
  const navigate = useNavigate();
  const { login = '/login' } = useSearch({ from: '/forgot-password' });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(generatePasswordOtp.body),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email }) => {
    try {
      await mailResetCode(login, email);
      toast.success(say('Reset code sent to your email'), say('Check the inbox and enter the code'));
      await navigate({
        to: '/reset-password',
        search: { email, ...(login === '/login' ? {} : { login }) },
      });
    } catch (error) {
      toast.error(sentenceOf(error, say('Failed to send reset code. Please try again.')));
    }
  });
  return (
    <Door area={areaOfLogin[login]} title={say('Reset Password')}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={say('Email')}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" wide isBusy={isSubmitting} busyLabel={say('Sending...')}>
          {say('Send Reset Code')}
        </Button>
      </form>
      <p className="small centred">
        <Link to={login}>{say('Back to sign in')}</Link>
      </p>
    </Door>
  );
}
