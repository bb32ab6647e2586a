import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { generatePasswordOtp } from '@zawadi/contract/auth';
import { useForm } from 'react-hook-form';
import { call, sentenceOf } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Door } from './door.tsx';

export function ForgotPasswordScreen() {
  const navigate = useNavigate();
  const { login = '/login' } = useSearch({ from: '/forgot-password' });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(generatePasswordOtp.body),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      await call(generatePasswordOtp, { body });
      toast.success('Reset code sent to your email', 'Check the inbox and enter the code');
      await navigate({
        to: '/reset-password',
        search: { email: body.email, ...(login === '/login' ? {} : { login }) },
      });
    } catch (error) {
      toast.error(sentenceOf(error, 'Failed to send reset code. Please try again.'));
    }
  });
  return (
    <Door title="Reset Password" intro="We send a code of six digits to your email.">
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <Button type="submit" wide isBusy={isSubmitting} busyLabel="Sending...">
          Send Reset Code
        </Button>
      </form>
      <p className="small centred">
        <Link to={login}>Back to sign in</Link>
      </p>
    </Door>
  );
}
