import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { CallRefused, sentenceOf } from '../../api/call.ts';
import { showAtFields } from '../../api/field-problems.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { CodeField } from '../../ui/code-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { NewPasswordTwice } from '../../ui/new-password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Door } from './door.tsx';
import { useLinkToken } from './link-token.ts';
import {
  linkedPasswordForm,
  merchantNewPasswordForm,
  newPasswordForm,
  type NewPassword,
} from './new-password.ts';
import { forgotPageOf, setNewPassword, setNewPasswordByLink } from './recovery.ts';
import { areaOfLogin } from './return-to-login.ts';

const FIELDS = {
  merchantCode: 'merchantCode',
  email: 'email',
  otp: 'otp',
  password: 'password',
} as const;

/** With the code that was typed over from the mail, or with the link of the mail, which needs none. */
export function ResetPasswordScreen() {
  const token = useLinkToken();
  return token === '' ? <ResetByCode /> : <ResetByLink key={token} token={token} />;
}

function ResetByCode() {
  const navigate = useNavigate();
  const { email, merchantCode = '', login = '/login' } = useSearch({ from: '/reset-password' });
  const isMerchant = login === '/merchant/login';
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    resolver: zodResolver(isMerchant ? merchantNewPasswordForm : newPasswordForm),
    defaultValues: { merchantCode, email, otp: '', password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (typed: NewPassword) => {
    try {
      await setNewPassword(login, typed);
      toast.success(say('Password reset successful'), say('You can now log in with your new password'));
      await navigate({ to: login });
    } catch (error) {
      if (showAtFields(error, setError, FIELDS)) return;
      toast.error(sentenceOf(error, say('Failed to reset password. Please try again.')));
    }
  });
  return (
    <Door
      area={areaOfLogin[login]}
      title={say('Reset Password')}
      intro={
        email === ''
          ? say('Enter the code from our email, or open the link beside it.')
          : say('Enter the code we sent to {email}, or open the link beside it.', { email })
      }
    >
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        {isMerchant && (
          <TextField
            label={say('Merchant code')}
            autoCapitalize="characters"
            autoComplete="username"
            spellCheck={false}
            error={errors.merchantCode?.message}
            {...register('merchantCode')}
          />
        )}
        {email === '' ? (
          <TextField
            label={say('Email')}
            type="email"
            autoComplete={isMerchant ? 'email' : 'username'}
            error={errors.email?.message}
            {...register('email')}
          />
        ) : (
          // Password managers store the new password under this name.
          <input type="hidden" autoComplete={isMerchant ? 'email' : 'username'} {...register('email')} />
        )}
        <CodeField
          label={say('Verification code')}
          help={say('6 digits')}
          error={errors.otp?.message}
          {...register('otp')}
        />
        <NewPasswordTwice
          ownWords={() => getValues(['email', 'merchantCode'])}
          first={{ ...register('password'), error: errors.password?.message }}
          again={{ ...register('confirmPassword'), error: errors.confirmPassword?.message }}
        />
        <Button type="submit" wide isBusy={isSubmitting} busyLabel={say('Resetting...')}>
          {say('Reset Password')}
        </Button>
      </form>
      <p className="small centred">
        <RichText text="No code? <link>Send a new one</link>" link={<Link {...forgotPageOf[login]} />} />
      </p>
    </Door>
  );
}

/** The page of the link in the reset mail: a new password, and no code. */
function ResetByLink({ token }: { token: string }) {
  const navigate = useNavigate();
  const { login = '/login' } = useSearch({ from: '/reset-password' });
  const { register, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(linkedPasswordForm),
    defaultValues: { password: '', confirmPassword: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ password }) => {
    try {
      await setNewPasswordByLink(login, { token, password });
      toast.success(say('Password reset successful'), say('You can now log in with your new password'));
      await navigate({ to: login });
    } catch (error) {
      if (showAtFields(error, setError, { password: 'password' })) return;
      if (error instanceof CallRefused && error.code === 'verification_link_invalid')
        setError('root', { message: sentenceOf(error) });
      else toast.error(sentenceOf(error, say('Failed to reset password. Please try again.')));
    }
  });
  return (
    <Door
      area={areaOfLogin[login]}
      title={say('Reset Password')}
      intro={say('Choose a new password. Every device is signed out then.')}
    >
      {errors.root?.message !== undefined && (
        <Alert tone="warn" isLive>
          <RichText
            text="<b>{sentence}</b> <link>Ask for a new email</link>"
            sentence={errors.root.message}
            link={<Link {...forgotPageOf[login]} />}
          />
        </Alert>
      )}
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <NewPasswordTwice
          first={{ ...register('password'), error: errors.password?.message }}
          again={{ ...register('confirmPassword'), error: errors.confirmPassword?.message }}
        />
        <Button type="submit" wide isBusy={isSubmitting} busyLabel={say('Resetting...')}>
          {say('Reset Password')}
        </Button>
      </form>
    </Door>
  );
}
