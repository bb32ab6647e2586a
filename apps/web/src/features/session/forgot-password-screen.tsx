import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { generatePasswordOtp, generatePhonePasswordOtp } from '@zawadi/contract/account-security-resets';
import { readDeviceToken } from '../../api/device-token.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { PhoneField, TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { Door } from './door.tsx';
import { resetMailOf } from './recovery.ts';
import { areaOfLogin } from './return-to-login.ts';

export function ForgotPasswordScreen() {
  const { by } = useSearch({ from: '/forgot-password' });
  return by === 'phone' ? <ForgotByPhone /> : <ForgotByEmail />;
}

function ForgotByEmail() {
  const navigate = useNavigate();
  const { login = '/login' } = useSearch({ from: '/forgot-password' });
  const { register, submit, isBusy, problemOf } = useContractForm(resetMailOf(login), {
    schema: generatePasswordOtp.body,
    defaultValues: { email: '' },
    inputOf: ({ email }) => ({ body: { email, deviceToken: readDeviceToken() } }),
    onSaved: async (_answer, { email }) => {
      toast.success(say('Reset code sent to your email'), say('Check the inbox and enter the code'));
      await navigate({
        to: '/reset-password',
        search: { email, ...(login === '/login' ? {} : { login }) },
      });
    },
    fallback: say('Failed to send reset code. Please try again.'),
  });
  return (
    <Door area={areaOfLogin[login]} title={say('Reset Password')}>
      <form className="stack" noValidate onSubmit={submit}>
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
      {login === '/login' && (
        <p className="small centred">
          <Link to="/forgot-password" search={{ by: 'phone' }}>
            {say('Use my phone number instead')}
          </Link>
        </p>
      )}
      <p className="small centred">
        <Link to={login}>{say('Back to sign in')}</Link>
      </p>
    </Door>
  );
}

/** Requests a reset code by SMS to the account's verified phone number. */
function ForgotByPhone() {
  const navigate = useNavigate();
  const { register, submit, isBusy, problemOf } = useContractForm(generatePhonePasswordOtp, {
    schema: generatePhonePasswordOtp.body,
    defaultValues: { phone: '' },
    inputOf: ({ phone }) => ({ body: { phone, deviceToken: readDeviceToken() } }),
    onSaved: async (_answer, { phone }) => {
      toast.success(say('Reset code sent to your phone'), say('Enter the code from the SMS'));
      await navigate({ to: '/reset-password', search: { email: '', phone } });
    },
    fallback: say('Failed to send reset code. Please try again.'),
  });
  return (
    <Door
      area="consumer"
      title={say('Reset Password')}
      intro={say('We send a code by SMS to the number that you have verified with us.')}
    >
      <form className="stack" noValidate onSubmit={submit}>
        <PhoneField label={say('Phone number')} error={problemOf('phone')} {...register('phone')} />
        <Button type="submit" wide isBusy={isBusy} busyLabel={say('Sending...')}>
          {say('Send Reset Code')}
        </Button>
      </form>
      <p className="small centred">
        <Link to="/forgot-password" search={{}}>
          {say('Use my email instead')}
        </Link>
      </p>
      <p className="small centred">
        <Link to="/login">{say('Back to sign in')}</Link>
      </p>
    </Door>
  );
}
