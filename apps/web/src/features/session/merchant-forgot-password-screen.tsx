import { Link, useNavigate } from '@tanstack/react-router';
import { generateMerchantPasswordOtp } from '@zawadi/contract/account-security-resets';
import { readDeviceToken } from '../../api/device-token.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { Door } from './door.tsx';

export function MerchantForgotPasswordScreen() {
  const navigate = useNavigate();
  const { register, submit, isBusy, problemOf } = useContractForm(generateMerchantPasswordOtp, {
    schema: generateMerchantPasswordOtp.body,
    defaultValues: { merchantCode: '', email: '' },
    inputOf: (typed) => ({ body: { ...typed, deviceToken: readDeviceToken() } }),
    onSaved: async (_answer, { merchantCode, email }) => {
      toast.success(say('Reset code sent to your email'), say('Check the inbox and enter the code'));
      await navigate({ to: '/reset-password', search: { merchantCode, email, login: '/merchant/login' } });
    },
    fallback: say('Failed to send reset code. Please try again.'),
  });
  return (
    <Door area="merchant" title={say('Reset Password')} saying={say('Gifts, spent at your till.')}>
      <form className="stack" noValidate onSubmit={submit}>
        <TextField
          label={say('Merchant code')}
          autoCapitalize="characters"
          autoComplete="username"
          spellCheck={false}
          placeholder="DUKA001"
          error={problemOf('merchantCode')}
          {...register('merchantCode')}
        />
        <TextField
          label={say('Email')}
          type="email"
          autoComplete="email"
          error={problemOf('email')}
          {...register('email')}
        />
        <Button type="submit" wide isBusy={isBusy} busyLabel={say('Sending...')}>
          {say('Send Reset Code')}
        </Button>
      </form>
      <p className="small centred">
        <Link to="/merchant/login">{say('Back to sign in')}</Link>
      </p>
    </Door>
  );
}
