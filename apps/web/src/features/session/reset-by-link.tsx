import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useForm } from 'react-hook-form';
import { CallRefused, sentenceOf } from '../../api/call.ts';
import { showAtFields } from '../../api/field-problems.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { say } from '../../i18n/say.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { NewPasswordTwice } from '../../ui/new-password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Door } from './door.tsx';
import { linkedPasswordForm } from './new-password.ts';
import { forgotPageOf, setNewPasswordByLink } from './recovery.ts';
import { areaOfLogin } from './return-to-login.ts';

/** The page of the link in the reset mail: a new password, and no code. */
export function ResetByLink({ token }: { token: string }) {
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
