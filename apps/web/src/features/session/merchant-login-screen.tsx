import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { merchantLogin } from '@zawadi/contract/merchants';
import { useForm } from 'react-hook-form';
import { call, sentenceOf } from '../../api/call.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Door } from './door.tsx';
import { useSession } from './session.tsx';

export function MerchantLoginScreen() {
  const { signIn } = useSession();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(merchantLogin.body),
    defaultValues: { merchantCode: '', password: '', rememberMe: false },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      await signIn(await call(merchantLogin, { body }));
      toast.success('Login successful!');
    } catch (error) {
      toast.error(sentenceOf(error, 'Failed to login'));
    }
  });
  return (
    <Door area="merchant" title="Merchant sign in" saying="Gifts, spent at your till.">
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label="Merchant code"
          autoCapitalize="characters"
          autoComplete="username"
          spellCheck={false}
          placeholder="DUKA001"
          error={errors.merchantCode?.message}
          {...register('merchantCode')}
        />
        <PasswordField label="Password" error={errors.password?.message} {...register('password')} />
        <Checkbox label="Remember me" {...register('rememberMe')} />
        <Button type="submit" wide isBusy={isSubmitting} busyLabel="Signing in...">
          Sign In
        </Button>
      </form>
      <p className="tiny muted centred">
        Forgot your password, or need help? <Link to="/support">Merchant support</Link>
      </p>
    </Door>
  );
}
