import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { resetPasswordByPhone } from '@zawadi/contract/account-security-resets';
import { keepDeviceToken } from '../../api/device-token.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { PhoneField, TextField } from '../../ui/field.tsx';
import { NewPasswordTwice } from '../../ui/new-password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Alert } from '../../ui/alert.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { Door } from './door.tsx';
import { useLinkToken } from './link-token.ts';
import {
  linkedPasswordForm,
  merchantNewPasswordForm,
  newPasswordByPhoneForm,
  newPasswordForm,
} from './new-password.ts';
import { forgotPageOf, resetByLinkOf, resetOf } from './recovery.ts';
import { areaOfLogin, type Login } from './return-to-login.ts';

/** Resets the password: with a code typed from a mail or SMS, or by the mailed link, which needs no code. */
export function ResetPasswordScreen() {
  const token = useLinkToken();
  const { phone, login } = useSearch({ from: '/reset-password' });
  if (token !== '') return <ResetByLink key={token} token={token} />;
  return phone !== undefined && login === undefined ? <ResetByPhone phone={phone} /> : <ResetByCode />;
}

function ResetByCode() {
  const { email, merchantCode = '', login = '/login' } = useSearch({ from: '/reset-password' });
  const isMerchant = login === '/merchant/login';
  const { register, submit, isBusy, problemOf, getValues } = useContractForm(resetOf[login], {
    schema: isMerchant ? merchantNewPasswordForm : newPasswordForm,
    defaultValues: { merchantCode, email, otp: '', password: '', confirmPassword: '' },
    inputOf: ({ confirmPassword: _again, merchantCode: code, ...body }) => ({
      body: isMerchant ? { merchantCode: code, ...body } : body,
    }),
    onSaved: useReset(login),
    fallback: say('Failed to reset password. Please try again.'),
  });
  return (
    <Door
      area={areaOfLogin[login]}
      title={say('Reset Password')}
      intro={
        email === ''
          ? say('Enter the code from our email, or open the link in it.')
          : say('Enter the code we sent to {email}, or open the link in the same email.', { email })
      }
    >
      <form className="stack" noValidate onSubmit={submit}>
        {isMerchant && (
          <TextField
            label={say('Merchant code')}
            autoCapitalize="characters"
            autoComplete="username"
            spellCheck={false}
            error={problemOf('merchantCode')}
            {...register('merchantCode')}
          />
        )}
        {email === '' ? (
          <TextField
            label={say('Email')}
            type="email"
            autoComplete={isMerchant ? 'email' : 'username'}
            error={problemOf('email')}
            {...register('email')}
          />
        ) : (
          // Password managers store the new password under this hidden name.
          <input type="hidden" autoComplete={isMerchant ? 'email' : 'username'} {...register('email')} />
        )}
        <CodeField
          label={say('Verification code')}
          help={say('6 digits')}
          error={problemOf('otp')}
          {...register('otp')}
        />
        <NewPasswordTwice
          ownWords={() => getValues(['email', 'merchantCode'])}
          first={{ ...register('password'), error: problemOf('password') }}
          again={{ ...register('confirmPassword'), error: problemOf('confirmPassword') }}
        />
        <Button type="submit" wide isBusy={isBusy} busyLabel={say('Resetting...')}>
          {say('Reset Password')}
        </Button>
      </form>
      <p className="small centred">
        <RichText text="No code? <link>Send a new one</link>" link={<Link {...forgotPageOf[login]} />} />
      </p>
    </Door>
  );
}

/** Resets the password with the code from an SMS. */
function ResetByPhone({ phone }: { phone: string }) {
  const { register, submit, isBusy, problemOf } = useContractForm(resetPasswordByPhone, {
    schema: newPasswordByPhoneForm,
    defaultValues: { phone, otp: '', password: '', confirmPassword: '' },
    inputOf: ({ confirmPassword: _again, ...body }) => ({ body }),
    onSaved: useReset('/login'),
    fallback: say('Failed to reset password. Please try again.'),
  });
  return (
    <Door
      area="consumer"
      title={say('Reset Password')}
      intro={say('If this number is verified with us, we sent it a code. Enter it here.')}
    >
      <form className="stack" noValidate onSubmit={submit}>
        <PhoneField
          label={say('Phone number')}
          {...register('phone')}
          autoComplete="username"
          error={problemOf('phone')}
        />
        <CodeField
          label={say('Verification code')}
          help={say('6 digits')}
          error={problemOf('otp')}
          {...register('otp')}
        />
        <NewPasswordTwice
          first={{ ...register('password'), error: problemOf('password') }}
          again={{ ...register('confirmPassword'), error: problemOf('confirmPassword') }}
        />
        <Button type="submit" wide isBusy={isBusy} busyLabel={say('Resetting...')}>
          {say('Reset Password')}
        </Button>
      </form>
      <p className="small centred">
        <RichText
          text="No code? <link>Send a new one</link>"
          link={<Link to="/forgot-password" search={{ by: 'phone' }} />}
        />
      </p>
      <p className="small centred">
        <Link to="/support">{say('Lost your number? Ask our support')}</Link>
      </p>
    </Door>
  );
}

/** The page of the mailed reset link, which asks only for a new password. */
function ResetByLink({ token }: { token: string }) {
  const { login = '/login' } = useSearch({ from: '/reset-password' });
  const { register, submit, isBusy, problemOf } = useContractForm(resetByLinkOf[login], {
    schema: linkedPasswordForm,
    defaultValues: { password: '', confirmPassword: '' },
    inputOf: ({ password }) => ({ body: { token, password } }),
    onSaved: useReset(login),
    codes: { verification_link_invalid: 'root' },
    fallback: say('Failed to reset password. Please try again.'),
  });
  const problem = problemOf('root');
  return (
    <Door
      area={areaOfLogin[login]}
      title={say('Reset Password')}
      intro={say('Choose a new password. We then sign out every device.')}
    >
      {problem !== undefined && (
        <Alert tone="warn" isLive>
          <RichText
            text="<b>{sentence}</b> <link>Ask for a new email</link>"
            sentence={problem}
            link={<Link {...forgotPageOf[login]} />}
          />
        </Alert>
      )}
      <form className="stack" noValidate onSubmit={submit}>
        <NewPasswordTwice
          first={{ ...register('password'), error: problemOf('password') }}
          again={{ ...register('confirmPassword'), error: problemOf('confirmPassword') }}
        />
        <Button type="submit" wide isBusy={isBusy} busyLabel={say('Resetting...')}>
          {say('Reset Password')}
        </Button>
      </form>
    </Door>
  );
}

/** Finishes a reset: stores the device token, by which the account trusts this browser, and opens the sign-in page. */
function useReset(login: Login) {
  const navigate = useNavigate();
  return async (known: { deviceToken: string }): Promise<void> => {
    await keepDeviceToken(known);
    toast.success(say('Password reset successful'), say('You can now log in with your new password'));
    await navigate({ to: login });
  };
}
