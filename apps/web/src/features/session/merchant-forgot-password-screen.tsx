import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useNavigate } from '@tanstack/react-router';
import { generateMerchantPasswordOtp } from '@zawadi/contract/account-security-resets';
import { useForm } from 'react-hook-form';
import { sentenceOf } from '../../api/call.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Door } from './door.tsx';
import { mailMerchantResetCode } from './recovery.ts';

export function MerchantForgotPasswordScreen() {
  const navigate = useNavigate();
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(generateMerchantPasswordOtp.body),
    defaultValues: { merchantCode: '', email: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (typed) => {
    try {
      await mailMerchantResetCode(typed);
      toast.success(say('Reset code sent to your email'), say('Check the inbox and enter the code'));
      await navigate({ to: '/reset-password', search: { ...typed, login: '/merchant/login' } });
    } catch (error) {
      toast.error(sentenceOf(error, say('Failed to send reset code. Please try again.')));
    }
  });
  return (
    <Door area="merchant" title={say('Reset Password')} saying={say('Gifts, spent at your till.')}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <TextField
          label={say('Merchant code')}
          autoCapitalize="characters"
          autoComplete="username"
          spellCheck={false}
          placeholder="DUKA001"
          error={errors.merchantCode?.message}
          {...register('merchantCode')}
        />
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
        <Link to="/merchant/login">{say('Back to sign in')}</Link>
      </p>
    </Door>
  );
}
