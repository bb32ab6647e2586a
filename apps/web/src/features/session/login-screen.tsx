import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useSearch } from '@tanstack/react-router';
import { login } from '@zawadi/contract/auth';
import { useForm } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Door } from './door.tsx';
import { loginFailed } from './login-failed.ts';
import { useSession } from './session.tsx';

export function LoginScreen() {
  const { signIn } = useSession();
  const { notice } = useSearch({ from: '/login' });
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(login.body),
    defaultValues: { email: '', password: '', rememberMe: false },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      await signIn(await call(login, { body }));
      toast.success('Login successful!');
    } catch (error) {
      loginFailed(error);
    }
  });
  return (
    <Door
      title="Sign in"
      intro={
        <>
          New here? <Link to="/register">Create an account</Link>
        </>
      }
    >
      {notice === 'verify-email' && (
        <Alert tone="success" isLive>
          <b className="strong">Account Created!</b> We have sent a verification link to your email. Please
          check your inbox, then sign in.
        </Alert>
      )}
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField label="Password" error={errors.password?.message} {...register('password')} />
        <div className="spread">
          <Checkbox label="Remember me" {...register('rememberMe')} />
          <Link className="small" to="/forgot-password">
            Forgot password?
          </Link>
        </div>
        <Button type="submit" wide isBusy={isSubmitting} busyLabel="Signing in...">
          Sign In
        </Button>
      </form>
      <p className="tiny muted centred">
        Merchant? <Link to="/merchant/login">Sign in with your merchant code</Link>
      </p>
    </Door>
  );
}
