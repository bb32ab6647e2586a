import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { adminLogin } from '@zawadi/contract/admin';
import { useForm } from 'react-hook-form';
import { call } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Door } from './door.tsx';
import { loginFailed } from './login-failed.ts';
import { useSession } from './session.tsx';

export function AdminLoginScreen() {
  const { signIn } = useSession();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(adminLogin.body),
    defaultValues: { email: '', password: '', rememberMe: false },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      await signIn(await call(adminLogin, { body }));
      toast.success('Login successful!');
    } catch (error) {
      loginFailed(error);
    }
  });
  return (
    <Door
      area="admin"
      title="Administration"
      saying="Every shilling in its place."
      intro="Sign in with your staff account."
    >
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
          <Link className="small" to="/forgot-password" search={{ login: '/admin/login' }}>
            Forgot password?
          </Link>
        </div>
        <Button type="submit" wide isBusy={isSubmitting} busyLabel="Signing in...">
          Sign In
        </Button>
      </form>
    </Door>
  );
}
