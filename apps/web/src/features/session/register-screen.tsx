import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { signup } from '@zawadi/contract/users';
import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { CallRefused, sentenceOf } from '../../api/call.ts';
import { RichText } from '../../i18n/rich-text.tsx';
import { currentLanguage } from '../../i18n/language.ts';
import { say } from '../../i18n/say.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { PhoneField, TextField } from '../../ui/field.tsx';
import { NameFields } from '../../ui/name-fields.tsx';
import { NewPasswordTwice } from '../../ui/new-password-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useContractForm } from '../forms/use-contract-form.ts';
import { Door } from './door.tsx';
import { GiftReason } from './gift-reason.tsx';
import { repeatedPassword, typedTwice } from './password-twice.ts';

const REDIRECT_AFTER_MS = 2500;

/** The sign-up form: the fields of the API call, the repeated password, and consent. */
export const registration = signup.body
  .extend({
    confirmPassword: repeatedPassword,
    hasAgreed: z
      .boolean()
      .refine((hasAgreed) => hasAgreed, { error: 'Please agree to the terms and conditions' }),
  })
  .refine(...typedTwice('password', "Passwords don't match"));

const NOTHING = {
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  password: '',
  confirmPassword: '',
  hasAgreed: false,
};

export function RegisterScreen() {
  const navigate = useNavigate();
  const { from } = useSearch({ from: '/register' });
  const back = from === undefined ? {} : { from };
  const [isCreated, setCreated] = useState(false);
  const { register, submit, isBusy, problemOf, getValues } = useContractForm(signup, {
    schema: registration,
    defaultValues: NOTHING,
    // Parsing drops the repeated password and the consent, which the API does not take.
    inputOf: (typed) => ({ body: signup.body.parse({ ...typed, language: currentLanguage() }) }),
    onSaved: () => {
      toast.success(say('Account created successfully!'));
      setCreated(true);
    },
    elsewhere: notCreated,
  });
  const goToLogin = () =>
    void navigate({
      to: '/login',
      search: { ...back, notice: 'verify-email' },
      state: { email: getValues('email').trim() },
    });
  return (
    <Door
      title={say('Create an account')}
      intro={
        <RichText text="Already have one? <link>Sign in</link>" link={<Link to="/login" search={back} />} />
      }
    >
      <GiftReason from={from} />
      <form className="stack" noValidate onSubmit={submit}>
        <NameFields
          first={{ ...register('firstName'), error: problemOf('firstName') }}
          last={{ ...register('lastName'), error: problemOf('lastName') }}
        />
        <TextField
          label={say('Email')}
          type="email"
          autoComplete="email"
          error={problemOf('email')}
          {...register('email')}
        />
        <PhoneField
          label={say('Phone number')}
          error={problemOf('phoneNumber')}
          {...register('phoneNumber')}
        />
        <NewPasswordTwice
          label={say('Password')}
          ownWords={() => getValues(['firstName', 'lastName', 'email', 'phoneNumber'])}
          first={{ ...register('password'), error: problemOf('password') }}
          again={{ ...register('confirmPassword'), error: problemOf('confirmPassword') }}
        />
        <Checkbox
          label={
            <RichText
              text="I agree to the <terms>terms and conditions</terms> and the <privacy>privacy notice</privacy>"
              terms={<Link to="/terms" />}
              privacy={<Link to="/privacy" />}
            />
          }
          error={problemOf('hasAgreed')}
          {...register('hasAgreed')}
        />
        <Button type="submit" wide isBusy={isBusy} busyLabel={say('Creating account...')}>
          {say('Create Account')}
        </Button>
      </form>
      <AccountCreated isOpen={isCreated} onContinue={goToLogin} />
    </Door>
  );
}

function notCreated(error: unknown): void {
  if (error instanceof CallRefused && error.status >= 500)
    toast.error(say('Failed to create account. Please try again.'));
  else toast.error(sentenceOf(error), say('Please check your details and try again.'));
}

/** Shows that an email was sent, and then redirects to the sign-in. */
function AccountCreated({ isOpen, onContinue }: { isOpen: boolean; onContinue: () => void }) {
  const go = useRef(onContinue);
  useEffect(() => {
    go.current = onContinue;
  }, [onContinue]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setTimeout(() => go.current(), REDIRECT_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return (
    <Dialog
      isOpen={isOpen}
      title={say('Account Created!')}
      actions={<Button onClick={onContinue}>{say('Continue to Dashboard')}</Button>}
    >
      <p className="muted">
        {say(
          'We have sent a verification link to your email. Open it to verify your address. Then verify your phone in your profile: we text you a 6-digit code.',
        )}
      </p>
    </Dialog>
  );
}
