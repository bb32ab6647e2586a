import { zodResolver } from '@hookform/resolvers/zod';
import { Link, useNavigate } from '@tanstack/react-router';
import { signup } from '@zawadi/contract/users';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { call, CallRefused, sentenceOf } from '../../api/call.ts';
import { showAtFields } from '../../api/field-problems.ts';
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
import { Door } from './door.tsx';
import { isSame, typedTwice } from './password-twice.ts';

const REDIRECT_AFTER_MS = 2500;

type Registration = z.output<typeof registration>;

/** The sign-up form: what the call takes, the password once more, and consent. */
export const registration = signup.body
  .extend({
    confirmPassword: z.string(),
    hasAgreed: z
      .boolean()
      .refine((hasAgreed) => hasAgreed, { error: 'Please agree to the terms and conditions' }),
  })
  .refine(isSame, typedTwice("Passwords don't match"));

const FIELDS = {
  firstName: 'firstName',
  lastName: 'lastName',
  email: 'email',
  phoneNumber: 'phoneNumber',
  password: 'password',
} as const;

export function RegisterScreen() {
  const navigate = useNavigate();
  const [isCreated, setCreated] = useState(false);
  const { register, handleSubmit, setError, getValues, formState } = useForm({
    resolver: zodResolver(registration),
    defaultValues: {
      firstName: '',
      lastName: '',
      email: '',
      phoneNumber: '',
      password: '',
      confirmPassword: '',
      hasAgreed: false,
    },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (typed: Registration) => {
    try {
      // Parsing leaves the second password and the consent behind.
      await call(signup, { body: signup.body.parse({ ...typed, language: currentLanguage() }) });
      toast.success(say('Account created successfully!'));
      setCreated(true);
    } catch (error) {
      if (!showAtFields(error, setError, FIELDS)) notCreated(error);
    }
  });
  const goToLogin = () => void navigate({ to: '/login', search: { notice: 'verify-email' } });
  return (
    <Door
      title={say('Create an account')}
      intro={<RichText text="Already have one? <link>Sign in</link>" link={<Link to="/login" />} />}
    >
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <NameFields
          first={{ ...register('firstName'), error: errors.firstName?.message }}
          last={{ ...register('lastName'), error: errors.lastName?.message }}
        />
        <TextField
          label={say('Email')}
          type="email"
          autoComplete="email"
          error={errors.email?.message}
          {...register('email')}
        />
        <PhoneField
          label={say('Phone number')}
          error={errors.phoneNumber?.message}
          {...register('phoneNumber')}
        />
        <NewPasswordTwice
          label={say('Password')}
          ownWords={() => getValues(['firstName', 'lastName', 'email'])}
          first={{ ...register('password'), error: errors.password?.message }}
          again={{ ...register('confirmPassword'), error: errors.confirmPassword?.message }}
        />
        <Checkbox
          label={
            <RichText
              text="I agree to the <terms>terms and conditions</terms> and the <privacy>privacy notice</privacy>"
              terms={<Link to="/terms" />}
              privacy={<Link to="/privacy" />}
            />
          }
          error={errors.hasAgreed?.message}
          {...register('hasAgreed')}
        />
        <Button type="submit" wide isBusy={isSubmitting} busyLabel={say('Creating account...')}>
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

/** Says that an email was sent, then redirects. */
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
          'We have sent a verification link to your email. Please check your inbox and verify your address; then your gifts and payments are open to you.',
        )}
      </p>
    </Dialog>
  );
}
